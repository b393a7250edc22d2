import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActionType } from './action.ts';
import { backoffMs, nextToSend, outcomeOf, queueCount } from './queue.ts';

const refusal = { code: 'invalid_seal', detail: '' };
const queued = (seq: number, job_id: string, isRefused = false, type: ActionType = 'scan') => ({
  ...{ seq, job_id, type },
  ...(isRefused && { refusal }),
});

describe('the next action to send', () => {
  it.each([
    ['none of an empty queue', [], undefined],
    ['the oldest, in whatever order they are read', [queued(2, 'a'), queued(1, 'a')], 1],
    [
      'the oldest of another job when one is held up',
      [queued(1, 'a', true), queued(2, 'a'), queued(3, 'b')],
      3,
    ],
    [
      'none when all that is left waits for a decision',
      [queued(1, 'a', true), queued(2, 'a')],
      undefined,
    ],
    [
      'an incident, whatever was refused before it',
      [queued(1, 'a', true), queued(2, 'a'), queued(3, 'a', false, 'incident')],
      3,
    ],
    ['one after a refused incident', [queued(1, 'a', true, 'incident'), queued(2, 'a')], 2],
    ['one before a refused one of its job', [queued(1, 'a'), queued(2, 'a', true)], 1],
  ])('is %s', (_, actions, seq) => {
    expect(nextToSend(actions)?.seq).toBe(seq);
  });

  it('never overtakes an action of its own job', () => {
    const action = fc.record({ job: fc.constantFrom('a', 'b', 'c'), isRefused: fc.boolean() });
    fc.assert(
      fc.property(fc.array(action), (list) => {
        const actions = list.map(({ job, isRefused }, seq) => queued(seq, job, isRefused));
        const next = nextToSend(actions);
        const before = actions.filter(
          ({ job_id, seq }) => job_id === next?.job_id && seq < next.seq,
        );
        expect(before).toEqual([]);
        expect(next?.refusal).toBeUndefined();
      }),
    );
  });
});

describe('an answer', () => {
  const later = { laterMs: 2_000 };
  it.each([
    ['means sent', { status: 200 }, { sent: true }],
    ['means sent when it was filed', { status: 201 }, { sent: true }],
    ['means a new token', { status: 401 }, { unauthorised: true }],
    ['means later without a network', { status: 0 }, later],
    ['means later when the server is busy', { status: 503 }, later],
    ['means later when it failed', { status: 500 }, later],
    [
      'means later while the same request is being handled',
      { status: 409, code: 'idempotency_in_progress' },
      later,
    ],
    ['means later, when it says when', { status: 429, retryAfter: '7' }, { laterMs: 7_000 }],
    ['means ten minutes later at most', { status: 429, retryAfter: '86400' }, { laterMs: 600_000 }],
    [
      'means refused, with its reason',
      { status: 422, code: 'invalid_seal', detail: 'No.' },
      { refused: { code: 'invalid_seal', detail: 'No.' } },
    ],
    [
      'means refused without a problem document',
      { status: 413 },
      { refused: { code: 'http_413', detail: '' } },
    ],
  ])('%s', (_, answer, outcome) => {
    expect(outcomeOf(answer, 0)).toEqual(outcome);
  });

  it('lets more time pass from failure to failure, up to a minute', () => {
    expect([0, 1, 2, 5, 99].map(backoffMs)).toEqual([2_000, 4_000, 8_000, 60_000, 60_000]);
  });
});

it('counts what waits and what was refused', () => {
  expect(queueCount([queued(1, 'a', true), queued(2, 'a'), queued(3, 'b')])).toEqual({
    waiting: 2,
    refused: 1,
  });
});
