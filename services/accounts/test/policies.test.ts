import type { OwnProfile } from '@svc/contracts';
import { invalid, refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { accountsTest } from './app.ts';

const app = accountsTest();
const profile: OwnProfile = {
  ...{ name: 'plasma', temperature_class: 'frozen', min_c: -40, max_c: -25.5 },
  ...{ allowed_minutes: 10, absolute_min_c: -80, absolute_max_c: -18 },
};
const proof = { otp: true, id_check: false, signature: true, photo: false };

it('getPolicies returns what was put last, in its order', async () => {
  const policies = {
    default_cost_centre: 'CC-1',
    requirements: { 'Z-SKU': proof, A: proof },
    sscc,
    temperature_profiles: [profile],
    contact: null,
  };
  expect(await app.as().getPolicies({})).toMatchObject({ requirements: {}, sscc: null });
  await app.as().putPolicies({ ...policies, default_cost_centre: '', sscc: null });
  expect(await app.as().putPolicies(policies)).toEqual(policies);
  const found = await app.as().getPolicies({});
  expect(JSON.stringify(found)).toBe(JSON.stringify(policies));
});

const sscc = { company_prefix: '6001234', extension_digit: 3 };
const policies = {
  default_cost_centre: 'CC-1',
  requirements: { 'LAB-1': proof },
  sscc: null,
  contact: { phone: '+27 11 555 0100', email: 'desk@lab.example' },
};

it('the contact of a tenant is shown to the public pages as put last, null until then', async () => {
  const storedContact = () => app.as('').tenantContact({ tenant_id: app.tenant });
  expect(await storedContact()).toEqual({ contact: null });
  await app.as().putPolicies(policies);
  expect(await storedContact()).toEqual({ contact: policies.contact });
  await app.as().putPolicies({ default_cost_centre: '', requirements: {} });
  expect(await storedContact()).toEqual({ contact: null });
});

describe('a GS1 company prefix', () => {
  const put = (tenant: string, company_prefix: string) =>
    app.call('putPolicies', { ...policies, sscc: { ...sscc, company_prefix } }, { tenant });
  const taken = {
    refused: expect.objectContaining({
      code: 'company_prefix_taken',
      path: ['sscc', 'company_prefix'],
    }),
  };

  it("is refused when it is, extends or begins another tenant's", async () => {
    expect(await put('ten_numbers', '60055555')).toHaveProperty('ok');
    for (const prefix of ['60055555', '6005555', '600555557']) {
      expect(await put('ten_rival', prefix)).toEqual(taken);
    }
    expect(await put('ten_rival', '60055556')).toHaveProperty('ok');
  });

  it('is given to one of two concurrent tenants', async () => {
    const replies = await Promise.all(['ten_one', 'ten_two'].map((each) => put(each, '6007777')));
    expect(replies.filter((reply) => 'ok' in Object(reply))).toHaveLength(1);
    expect(replies).toContainEqual(taken);
  });

  it('stays with two tenants that have had the same from before', async () => {
    await put('ten_old', '6008888');
    await put('ten_older', '6009999');
    const shared =
      "update accounts.policy set sscc = replace(sscc::text, '6009999', '6008888')::json";
    await app.sql(`${shared} where tenant_id = 'ten_older' returning 1`);
    expect(await put('ten_older', '6008888')).toHaveProperty('ok');
  });
});

const details = {
  legal_name: 'Acme Laboratories (Pty) Ltd',
  address: '1 Main Road\nJohannesburg 2001',
  vat_number: '4123456789',
};
const newTenant = async (): Promise<string> => (await app.as('').createTenant({ name: 'Acme' })).id;

describe('billing details', () => {
  it('are the name of the tenant until others are put', async () => {
    const tenant_id = await newTenant();
    const storedDetails = () => app.as('').billingDetails({ tenant_id });
    expect(await storedDetails()).toEqual({ legal_name: 'Acme', address: '', vat_number: '' });
    expect(await app.as(tenant_id).putBillingDetails(details)).toEqual(details);
    expect(await storedDetails()).toEqual(details);
    const next = { ...details, vat_number: '' };
    await app.as(tenant_id).putBillingDetails(next);
    expect(await storedDetails()).toEqual(next);
  });

  it.each(['billingDetails', 'putBillingDetails'] as const)(
    'are refused with unknown_tenant by %s of an absent tenant',
    async (action) => {
      const input = { tenant_id: 'ten_none', ...details };
      expect(await app.call(action, input, { tenant: 'ten_none' })).toEqual(
        refused('unknown_tenant'),
      );
    },
  );
});

it.each([
  ['putPolicies', { ...policies, sscc: { ...sscc, company_prefix: '600123' } }],
  ['putPolicies', { ...policies, sscc: { ...sscc, company_prefix: '600123A' } }],
  ['putPolicies', { ...policies, sscc: { ...sscc, extension_digit: 10 } }],
  ['putPolicies', { ...policies, temperature_profiles: Array(21).fill(profile) }],
  ['putBillingDetails', { ...details, vat_number: '412345678' }],
  ['putBillingDetails', { ...details, vat_number: '5123456789' }],
] as const)('%s refuses a number of another form as bad input: %o', async (action, input) => {
  expect(await app.call(action, input, { tenant: await newTenant() })).toEqual(invalid());
});
