import { describe, expect, it } from 'vitest';
import { evaluateAttempt, isSignatureRejected, type PostResult } from './attempt-result.ts';

const at = new Date('2026-11-02T08:00:00.000Z');
const answer = (change: Partial<PostResult>): PostResult => ({
  status: 200,
  failure: null,
  retryAfter: null,
  excerpt: '',
  durationMs: 5,
  ...change,
});
const judged = (change: Partial<PostResult>, attempt = 1) =>
  evaluateAttempt(answer(change), { attempt, at, random: 0.5 });

describe('an attempt', () => {
  it.each([200, 201, 204, 299])('succeeds with the status %i', (status) => {
    expect(judged({ status })).toEqual({
      status: 'succeeded',
      nextAttemptAt: null,
      disables: false,
    });
  });

  it.each([199, 300, 301, 302, 307, 308, 400, 401, 404, 429, 500, 503])(
    'is retried after the status %i',
    (status) => {
      expect(judged({ status })).toEqual({
        status: 'pending',
        nextAttemptAt: new Date('2026-11-02T08:00:05.000Z'),
        disables: false,
      });
    },
  );

  it('is retried when the response broke off, whatever its status', () => {
    expect(judged({ status: 200, failure: 'timeout' }).status).toBe('pending');
    expect(judged({ status: null, failure: 'connection_failed' }).status).toBe('pending');
  });

  it('ends the delivery when it was the twelfth', () => {
    expect(judged({ status: 500 }, 12)).toEqual({
      status: 'failed',
      nextAttemptAt: null,
      disables: false,
    });
  });

  it('ends the delivery and the endpoint with 410', () => {
    const disabling = { status: 'failed', nextAttemptAt: null, disables: true };
    expect(judged({ status: 410 })).toEqual(disabling);
  });
});

describe('a signature', () => {
  it.each([400, 401, 403])('may be the reason of %i', (status) => {
    expect(isSignatureRejected(answer({ status }))).toBe(true);
  });

  it.each([200, 402, 404, 500, null])('is not the reason of %s', (status) => {
    expect(isSignatureRejected(answer({ status }))).toBe(false);
  });
});
