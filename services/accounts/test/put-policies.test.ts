import { describe, expect, it } from 'vitest';
import { accountsApp } from './accounts.ts';

const app = accountsApp();
const proof = { otp: true, id_check: false, signature: true, photo: false };
const policies = {
  default_cost_centre: 'CC-1',
  requirements: { 'LAB-1': proof },
  sscc: { company_prefix: '6001234', extension_digit: 3 },
  contact: { phone: '+27 11 555 0100', email: 'desk@lab.example' },
};

describe('putPolicies', () => {
  it('answers with what it keeps', async () => {
    expect(await app.as('ten_ok').putPolicies(policies)).toEqual(policies);
    expect(await app.as('ten_ok').getPolicies({})).toEqual(policies);
  });

  it('replaces what was there', async () => {
    await app.as('ten_again').putPolicies(policies);
    const next = { default_cost_centre: '', requirements: {}, sscc: null, contact: null };
    await app.as('ten_again').putPolicies(next);
    expect(await app.as('ten_again').getPolicies({})).toEqual(next);
  });
});

describe('the contact of a tenant', () => {
  it('is for the public pages, as it was put last; null until then', async () => {
    const storedContact = () => app.as('').tenantContact({ tenant_id: 'ten_contact' });
    expect(await storedContact()).toEqual({ contact: null });
    await app.as('ten_contact').putPolicies(policies);
    expect(await storedContact()).toEqual({ contact: policies.contact });
    await app.as('ten_contact').putPolicies({ default_cost_centre: '', requirements: {} });
    expect(await storedContact()).toEqual({ contact: null });
  });

  it('may be a telephone number alone', async () => {
    const contact = { phone: '011 555 0100' };
    expect(await app.as('ten_phone').putPolicies({ ...policies, contact })).toMatchObject({
      contact: { ...contact, email: null },
    });
  });
});

describe('putPolicies with bad input', () => {
  it.each([
    ['a part missing', { requirements: {} }],
    ['an endless cost centre', { ...policies, default_cost_centre: 'x'.repeat(65) }],
    [
      'a company prefix of 6 digits',
      { ...policies, sscc: { ...policies.sscc, company_prefix: '600123' } },
    ],
    [
      'a company prefix with letters',
      { ...policies, sscc: { ...policies.sscc, company_prefix: '600123A' } },
    ],
    ['an extension digit of two', { ...policies, sscc: { ...policies.sscc, extension_digit: 10 } }],
    ['a telephone number with words', { ...policies, contact: { phone: 'call me' } }],
    ['an e-mail address that is none', { ...policies, contact: { email: 'desk' } }],
    ['half a requirement', { ...policies, requirements: { 'LAB-1': { otp: true } } }],
    [
      'too many SKUs',
      {
        ...policies,
        requirements: Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`S-${i}`, proof])),
      },
    ],
  ])('is told so: %s', async (_case, input) => {
    expect(await app.call('putPolicies', input)).toEqual({ invalid: expect.anything() });
  });
});

describe('putPolicies repeated', () => {
  it('replays the first answer and does not put again', async () => {
    const as = { tenant: 'ten_twice', request: 'put', fingerprint: 'body' };
    const first = await app.call('putPolicies', policies, as);
    const since = { default_cost_centre: 'CC-2', requirements: {}, sscc: null, contact: null };
    await app.as('ten_twice').putPolicies(since);
    expect(await app.call('putPolicies', policies, as)).toEqual({ ...first, replayed: true });
    expect(await app.as('ten_twice').getPolicies({})).toEqual(since);
  });
});
