import { describe, expect, it } from 'vitest';
import { accountsApp } from './accounts.ts';

const app = accountsApp();
const proof = { otp: true, id_check: false, signature: true, photo: false };

describe('getPolicies', () => {
  it('is empty before any were put', async () => {
    expect(await app.as('ten_none').getPolicies({})).toEqual({
      default_cost_centre: '',
      requirements: {},
      sscc: null,
      contact: null,
    });
  });

  it('gives what was put last, in its order', async () => {
    const policies = {
      default_cost_centre: 'CC-1',
      requirements: { 'Z-SKU': proof, A: proof },
      sscc: null,
      contact: null,
    };
    await app.as('ten_some').putPolicies(policies);
    const found = await app.as('ten_some').getPolicies({});
    expect(JSON.stringify(found)).toBe(JSON.stringify(policies));
  });

  it('shows no tenant the policies of another', async () => {
    await app.as('ten_owner').putPolicies({ default_cost_centre: 'secret', requirements: {} });
    expect((await app.as('ten_stranger').getPolicies({})).default_cost_centre).toBe('');
  });
});
