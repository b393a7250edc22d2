/** How many clients and API keys a tenant may have, and how many sessions a person. */
import { scopes, sessionsTopic } from '@svc/contracts';
import { until } from '@svc/devnet';
import { refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { accountsTest } from './app.ts';
import { findPerson, signedIn, signIn } from './people.ts';

const app = accountsTest({ SVC_CREDENTIALS_MAX: '3' });
const held_scopes = [...scopes];

const actions = {
  addClient: { input: { name: 'Import', scopes: ['jobs:read'], held_scopes }, table: 'client' },
  createClient: { input: { name: 'Import', scopes: ['jobs:read'] }, table: 'client' },
  addApiKey: { input: { name: 'Board', held_scopes }, table: 'api_key' },
  createApiKey: { input: { name: 'Board' }, table: 'api_key' },
} as const;
const codes = { client: 'too_many_clients', api_key: 'too_many_api_keys' };

describe.each(Object.entries(actions))('%s', (name, { input, table }) => {
  const action = name as keyof typeof actions;
  const full = refused(codes[table]);
  const tenantOf = async (id: string) => {
    const tenant = `ten_${action}_${id}`;
    await app.as('').createTenant({ id: tenant, name: tenant });
    return tenant;
  };
  const make = (tenant: string) => app.call(action, input, { tenant });
  const fill = async (tenant: string, count: number) =>
    app.sql(
      `insert into accounts.${table} (tenant_id, id, name, secret_hash, created_at
              ${table === 'client' ? ', scopes' : ''})
       select $1::text, $1 || '_' || n, 'Before', '', now() ${table === 'client' ? ", '{}'" : ''}
         from generate_series(1, $2::int) n`,
      [tenant, count],
    );

  it('is refused at the bound with the count, until one is revoked', async () => {
    const tenant = await tenantOf('full');
    for (let n = 0; n < 3; n += 1) expect(await make(tenant)).toHaveProperty('ok');
    expect(await make(tenant)).toEqual(full);
    expect(JSON.stringify(await make(tenant))).toMatch(/You have 3 .*, and 3 is the most\./);
    expect(await make(await tenantOf('other'))).toHaveProperty('ok');
    await app.sql(
      `update accounts.${table} set revoked_at = now() where id = (
         select min(id) from accounts.${table} where tenant_id = $1)`,
      [tenant],
    );
    expect(await make(tenant)).toHaveProperty('ok');
    expect(await make(tenant)).toEqual(full);
  });

  it('admits three of eight concurrent requests at a bound of three', async () => {
    const tenant = await tenantOf('at_once');
    const replies = await Promise.all(Array.from({ length: 8 }, () => make(tenant)));
    expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(3);
  });

  it('can still be rotated and revoked by a tenant above the bound', async () => {
    const tenant = await tenantOf('above');
    await fill(tenant, 5);
    expect(await make(tenant)).toEqual(full);
    const rotate = table === 'client' ? 'rotateClientSecret' : 'rotateApiKey';
    const remove = table === 'client' ? 'removeClient' : 'removeApiKey';
    const id = `${tenant}_1`;
    expect(await app.call(rotate, { id, held_scopes }, { tenant })).toHaveProperty('ok');
    expect(await app.call(remove, { id }, { tenant })).toHaveProperty('ok');
    expect(await make(tenant)).toEqual(full);
  });
});

describe('a key of a telemetry provider', () => {
  const keysOf = async (tenant: string, carrier: boolean) => {
    await app.as('').createTenant({ id: tenant, name: tenant, carrier });
    const make = (action: 'createProviderKey' | 'createApiKey') =>
      app.call(action, { name: 'Own' }, { tenant });
    return { forProvider: () => make('createProviderKey'), forReads: () => make('createApiKey') };
  };

  it('does not count with the carrier, whose own keys are counted beside it', async () => {
    const { forProvider, forReads } = await keysOf('ten_carrier', true);
    for (let n = 0; n < 4; n += 1) expect(await forProvider()).toHaveProperty('ok');
    for (let n = 0; n < 3; n += 1) expect(await forReads()).toHaveProperty('ok');
    expect(await forReads()).toEqual(refused(codes.api_key));
    expect(await forProvider()).toHaveProperty('ok');
  });

  it('counts with every other tenant', async () => {
    const { forProvider } = await keysOf('ten_customer', false);
    for (let n = 0; n < 3; n += 1) expect(await forProvider()).toHaveProperty('ok');
    expect(await forProvider()).toEqual(refused(codes.api_key));
  });
});

describe('a sign-in', () => {
  it('ends the oldest of 21 sessions of a person', async () => {
    const { user, claims, token } = await signedIn(app, app.tenant);
    const hints = app.hints(sessionsTopic);
    const sessions = async () => (await app.as().listSessions({ user_id: user.id })).sessions;
    app.clock.advanceMs(1);
    const second = await signIn(app, claims);
    for (let n = 2; n < 20; n += 1) {
      app.clock.advanceMs(1);
      await signIn(app, claims);
    }
    expect(await sessions()).toHaveLength(20);
    expect(await findPerson(app, token)).not.toBeNull();
    expect(hints).toEqual([]);
    app.clock.advanceMs(1);
    const latest = await signIn(app, claims);
    expect(await findPerson(app, token)).toBeNull();
    expect(await findPerson(app, second.token)).not.toBeNull();
    expect(await findPerson(app, latest.token)).not.toBeNull();
    expect(await sessions()).toHaveLength(20);
    await until(async () => hints.length > 0, { timeoutMs: 10_000, what: 'the hint' });
    expect(hints).toEqual([{ tenant_id: app.tenant }]);
  });

  it('leaves 20 of many concurrent sessions, and those of others', async () => {
    const { user, claims } = await signedIn(app, 'ten_at_once');
    const other = await signedIn(app, 'ten_beside');
    await Promise.all(Array.from({ length: 30 }, () => signIn(app, claims)));
    const rows = await app.sql('select id from accounts.session where user_id = $1', [user.id]);
    expect(rows).toHaveLength(20);
    expect(await findPerson(app, other.token)).not.toBeNull();
  });
});

describe('purge-credentials', () => {
  const dayMs = 86_400_000;
  const tenant = 'ten_purge';
  const stored = async () => {
    const rows = await app.sql(
      `select id from accounts.client where tenant_id = $1
       union select id from accounts.api_key where tenant_id = $1`,
      [tenant],
    );
    return new Set(rows.map(({ id }) => id));
  };

  it('deletes credentials revoked 90 days ago, and no others', async () => {
    await app.as('').createTenant({ id: tenant, name: tenant });
    const own = app.as(tenant);
    const make = async () => {
      const { client_id } = await own.createClient({ name: 'Import', scopes: ['jobs:read'] });
      const { key_id } = await own.createApiKey({ name: 'Board' });
      return { client_id, key_id };
    };
    const [used, revoked] = [await make(), await make()];
    await own.revokeClient(revoked);
    await own.revokeApiKey(revoked);
    app.clock.advanceMs(90 * dayMs - 1);
    await app.runSchedule('purge-credentials');
    expect(await stored()).toEqual(new Set([...Object.values(used), ...Object.values(revoked)]));
    app.clock.advanceMs(1);
    await app.runSchedule('purge-credentials');
    expect(await stored()).toEqual(new Set(Object.values(used)));
  });
});
