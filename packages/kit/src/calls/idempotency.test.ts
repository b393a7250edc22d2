import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical } from './canonical-json.ts';
import { canonicalPath, identityOf } from './idempotency.ts';

const attempt = { caller: 'cli_1', method: 'POST', path: '/v1/jobs', key: 'k', body: {} };

describe('an attempt', () => {
  it('has a fingerprint independent of the order of members', () => {
    const one = { a: 1, b: { c: [1, 2], d: null } };
    const two = { b: { d: null, c: [1, 2] }, a: 1 };
    expect(identityOf({ ...attempt, body: one })).toEqual(identityOf({ ...attempt, body: two }));
  });

  it('has another fingerprint for any other value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const sent: unknown = JSON.parse(JSON.stringify(value));
        expect(JSON.parse(canonical(sent))).toEqual(sent);
      }),
    );
  });

  it.each([
    ['caller', { caller: 'cli_2' }],
    ['method', { method: 'PATCH' }],
    ['path', { path: '/v1/quotes' }],
    ['key', { key: 'l' }],
  ])('with another %s is another attempt', (_name, other) => {
    const { request } = identityOf({ ...attempt, ...other });
    expect(request).toMatch(/^[0-9a-f]{64}$/);
    expect(request).not.toBe(identityOf(attempt).request);
  });
});

describe('the canonical path', () => {
  it.each([
    ['/v1/jobs', '', '/v1/jobs'],
    ['/v1/jobs/:id/cancel', 'job_01', '/v1/jobs/job_01/cancel'],
    ['/v1/jobs/:id/cancel', 'a|b/c é', '/v1/jobs/a%7Cb%2Fc%20%C3%A9/cancel'],
  ])('of %s with %j is %s', (pattern, id, path) => {
    expect(canonicalPath(pattern, () => id)).toBe(path);
  });

  it('keeps the identities stored in receipts, one spelling per attempt', () => {
    const requestOf = (fields: object) => identityOf({ ...attempt, ...fields }).request;
    const path = canonicalPath('/v1/jobs', () => '');
    const stored = hash('sha256', 'cli_1|POST|/v1/jobs|a|b', 'hex');
    expect(requestOf({ path, key: 'a|b' })).toBe(stored);
    const other = requestOf({ caller: 'a|b', method: 'c' });
    expect(requestOf({ caller: 'a', method: 'b|c' })).not.toBe(other);
  });
});
