import { describe, expect, it } from 'vitest';
import { accountsApp } from './accounts.ts';

const app = accountsApp();
const proof = { otp: true, id_check: false, signature: true, photo: false };
const policies = { default_cost_centre: 'CC-1', requirements: { 'LAB-1': proof } };

describe('putPolicies', () => {
  it('answers with what it keeps', async () => {
    expect(await app.as('ten_ok').putPolicies(policies)).toEqual(policies);
    expect(await app.as('ten_ok').getPolicies({})).toEqual(policies);
  });

  it('replaces what was there', async () => {
    await app.as('ten_again').putPolicies(policies);
    const next = { default_cost_centre: '', requirements: {} };
    await app.as('ten_again').putPolicies(next);
    expect(await app.as('ten_again').getPolicies({})).toEqual(next);
  });
});

describe('putPolicies with bad input', () => {
  it.each([
    ['a part missing', { requirements: {} }],
    ['an endless cost centre', { ...policies, default_cost_centre: 'x'.repeat(65) }],
    ['half a requirement', { ...policies, requirements: { 'LAB-1': { otp: true } } }],
    [
      'too many SKUs',
      {
        ...policies,
        requirements: Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`S-${i}`, proof])),
      },
    ],
  ])('is told so: %s', async (_case, input) => {
    expect(await app.ask('putPolicies', input)).toEqual({ invalid: expect.anything() });
  });
});

describe('putPolicies repeated', () => {
  it('replays the first answer and does not put again', async () => {
    const as = { tenant: 'ten_twice', request: 'put', fingerprint: 'body' };
    const first = await app.ask('putPolicies', policies, as);
    const since = { default_cost_centre: 'CC-2', requirements: {} };
    await app.as('ten_twice').putPolicies(since);
    expect(await app.ask('putPolicies', policies, as)).toEqual({ ...first, replayed: true });
    expect(await app.as('ten_twice').getPolicies({})).toEqual(since);
  });
});
