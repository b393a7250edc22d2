import { describe, expect, it } from 'vitest';
import { accountsApp } from './accounts.ts';

const app = accountsApp();
const details = {
  legal_name: 'Acme Laboratories (Pty) Ltd',
  address: '1 Main Road\nJohannesburg 2001',
  vat_number: '4123456789',
};
const newTenant = async (): Promise<string> => (await app.as('').createTenant({ name: 'Acme' })).id;

describe('billing details', () => {
  it('are the name of the tenant until some are put, and then those', async () => {
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
    '%s is refused with unknown_tenant where there is none',
    async (action) => {
      const input = { tenant_id: 'ten_none', ...details };
      expect(await app.call(action, input, { tenant: 'ten_none' })).toMatchObject({
        refused: { code: 'unknown_tenant' },
      });
    },
  );

  it.each([
    ['a VAT number that is too short', { vat_number: '412345678' }],
    ['one that begins otherwise', { vat_number: '5123456789' }],
    ['no name', { legal_name: '' }],
    ['an endless address', { address: 'x'.repeat(301) }],
  ])('are not put with %s', async (_, fields) => {
    const tenant = await newTenant();
    expect(await app.call('putBillingDetails', { ...details, ...fields }, { tenant })).toEqual({
      invalid: expect.anything(),
    });
  });

  it('put again under the same key are replayed', async () => {
    const { first, second } = await app.twice('putBillingDetails', details, await newTenant());
    expect(second).toEqual({ ...first, replayed: true });
  });
});
