import { idsByPage } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { accountsTest, start } from './app.ts';

const app = accountsTest();
const names = (id: string) =>
  app.sql('select name from accounts.tenant where tenant_id = $1', [id]);

it('createTenant draws an id, or renames the tenant that has the given one', async () => {
  const { id, name } = await app.as('').createTenant({ name: 'Demo' });
  expect(id).toMatch(/^ten_\w{26}$/);
  expect(await names(id)).toEqual([{ name }]);
  await app.as('').createTenant({ id, name: 'Demo Health Group' });
  expect(await names(id)).toEqual([{ name: 'Demo Health Group' }]);
});

it('listTenants returns all tenants by id, page by page', async () => {
  await app.sql('truncate accounts.tenant cascade');
  for (const id of ['ten_c', 'ten_a', 'ten_b']) {
    await app.as('').createTenant({ id, name: `Tenant ${id}`, carrier: id === 'ten_c' });
  }
  const pages = await idsByPage((page) => app.as('').listTenants(page));
  expect(pages).toEqual([['ten_a', 'ten_b'], ['ten_c']]);
  expect((await app.as('').listTenants({ starting_after: 'ten_b' })).data).toEqual([
    { id: 'ten_c', name: 'Tenant ten_c', carrier: true, created_at: start },
  ]);
});

describe('listCredentials', () => {
  it('returns clients and keys of a tenant without secrets, with revoked ones', async () => {
    const tenant = app.as('ten_keys');
    await app.as('').createTenant({ id: 'ten_keys', name: 'Keys' });
    const client = await tenant.createClient({ name: 'LIS', scopes: ['jobs:read'] });
    const key = await tenant.createApiKey({ name: 'Shop' });
    await tenant.revokeApiKey({ key_id: key.key_id });
    const { data } = await tenant.listCredentials({});
    const made = { created_at: start, name: 'LIS', scopes: ['jobs:read'], revoked_at: null };
    const revoked = { created_at: start, name: 'Shop', scopes: null, revoked_at: start };
    expect(new Set(data)).toEqual(
      new Set([
        { ...made, id: client.client_id, kind: 'client' },
        { ...revoked, id: key.key_id, kind: 'api_key' },
      ]),
    );
    expect((await app.as('ten_others').listCredentials({})).data).toEqual([]);
  });

  it('pages the newest first across both kinds', async () => {
    const tenant = app.as();
    await app.as('').createTenant({ id: app.tenant, name: 'Pages' });
    const made: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      app.clock.advanceMs(1);
      made.push((await tenant.createClient({ name: 'LIS', scopes: ['jobs:read'] })).client_id);
      app.clock.advanceMs(1);
      made.push((await tenant.createApiKey({ name: 'Shop' })).key_id);
    }
    const pages = await idsByPage((page) => tenant.listCredentials(page), 4);
    const newest = made.toReversed();
    expect(pages).toEqual([newest.slice(0, 4), newest.slice(4)]);
  });
});
