import { describe, expect, it } from 'vitest';
import { accountsApp, start } from './accounts.ts';

const app = accountsApp();

describe('listTenants', () => {
  it('lists all tenants by id, page after page', async () => {
    for (const id of ['ten_c', 'ten_a', 'ten_b']) {
      await app.as('').createTenant({ id, name: `Tenant ${id}`, carrier: id === 'ten_c' });
    }
    const first = await app.as('').listTenants({ limit: 2 });
    expect(first).toEqual({
      data: ['ten_a', 'ten_b'].map((id) => ({
        id,
        name: `Tenant ${id}`,
        carrier: false,
        created_at: start,
      })),
      has_more: true,
    });
    const second = await app.as('').listTenants({ limit: 2, starting_after: 'ten_b' });
    expect(second).toMatchObject({ data: [{ id: 'ten_c', carrier: true }], has_more: false });
  });

  it.each([{ limit: 0 }, { limit: 501 }, { starting_after: 'a b' }])(
    'with bad input is told so: %o',
    async (input) => {
      expect(await app.call('listTenants', input)).toEqual({ invalid: expect.anything() });
    },
  );
});

describe('listCredentials', () => {
  it("lists a tenant's clients and keys, without secrets, the revoked ones too", async () => {
    const tenant = app.as('ten_keys');
    await app.as('').createTenant({ id: 'ten_keys', name: 'Keys' });
    const client = await tenant.createClient({ name: 'LIS', scopes: ['jobs:read'] });
    const key = await tenant.createApiKey({ name: 'Shop' });
    await tenant.revokeApiKey({ key_id: key.key_id });
    const { data } = await tenant.listCredentials({});
    const common = { created_at: start };
    expect(new Set(data)).toEqual(
      new Set([
        {
          ...common,
          id: client.client_id,
          kind: 'client',
          name: 'LIS',
          scopes: ['jobs:read'],
          revoked_at: null,
        },
        {
          ...common,
          id: key.key_id,
          kind: 'api_key',
          name: 'Shop',
          scopes: null,
          revoked_at: start,
        },
      ]),
    );
    expect((await app.as('ten_others').listCredentials({})).data).toEqual([]);
  });
});
