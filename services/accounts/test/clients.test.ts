import { credentialTopic } from '@svc/contracts';
import { refused } from '@svc/kit/testing/service-test';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountsTest } from './app.ts';

const app = accountsTest();
const newClient = { name: 'Booking system', scopes: ['jobs:read', 'quotes:write'] as const };
const input = () => ({ ...newClient, scopes: [...newClient.scopes] });

describe('createClient', () => {
  it('returns an id and a secret of 256 bits', async () => {
    await app.as('').createTenant({ id: app.tenant, name: 'Ok' });
    expect(await app.as().createClient(input())).toEqual({
      client_id: expect.stringMatching(/^cli_\w{26}$/),
      client_secret: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it('stores a hash of the secret and nothing derived otherwise', async () => {
    await app.as('').createTenant({ id: app.tenant, name: 'Kept' });
    const { client_id, client_secret } = await app.as().createClient(input());
    const [row] = await app.sql('select * from accounts.client where id = $1', [client_id]);
    expect(row).toMatchObject({ secret_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(JSON.stringify(row)).not.toContain(client_secret);
  });

  it('stores each scope once, in the order of the API document', async () => {
    await app.as('').createTenant({ id: 'ten_order', name: 'Order' });
    const scopes = ['jobs:read', 'quotes:write', 'jobs:read'];
    await app.call('createClient', { ...newClient, scopes }, { tenant: 'ten_order' });
    expect(
      await app.sql("select scopes from accounts.client where tenant_id = 'ten_order'"),
    ).toEqual([{ scopes: ['quotes:write', 'jobs:read'] }]);
  });
});

it('stores the driver of a device with its client', async () => {
  await app.as('').createTenant({ id: 'ten_driver', name: 'Carrier' });
  await app.as('ten_driver').createClient({ ...input(), driver_id: 'drv_1' });
  await app.as('ten_driver').createClient(input());
  const rows = await app.sql(
    "select driver_id from accounts.client where tenant_id = 'ten_driver' order by created_at, id",
  );
  expect(rows.map(({ driver_id }) => driver_id).sort()).toEqual(['drv_1', null]);
});

const desk = { name: 'Desk', scopes: ['jobs:read', 'ops:dispatch'] };

it.each(['ops:dispatch', 'ops:courier'])(
  'refuses %s to a tenant that is not the carrier',
  async (scope) => {
    await app.as('').createTenant({ id: 'ten_customer', name: 'Customer' });
    const scopes = ['jobs:read', scope];
    const reply = await app.call('createClient', { ...desk, scopes }, { tenant: 'ten_customer' });
    expect(reply).toEqual(refused('carrier_only'));
  },
);

it('grants carrier scopes while the operator names the tenant the carrier', async () => {
  const as = { tenant: 'ten_carrier' };
  await app.as('').createTenant({ id: 'ten_carrier', name: 'Carrier', carrier: true });
  expect(await app.call('createClient', desk, as)).toHaveProperty('ok');
  await app.as('').createTenant({ id: 'ten_carrier', name: 'Renamed' });
  expect(await app.call('createClient', desk, as)).toHaveProperty('ok');
  await app.as('').createTenant({ id: 'ten_carrier', name: 'Renamed', carrier: false });
  expect(await app.call('createClient', desk, as)).toEqual(refused('carrier_only'));
});

it('fails with an internal fault for a tenant that does not exist', async () => {
  expect(await app.call('createClient', input())).toEqual({
    fault: 'internal',
  });
});

it('repeats the same secret from an encrypted receipt', async () => {
  await app.as('').createTenant({ id: 'ten_twice', name: 'Twice' });
  const { first, second } = await app.twice('createClient', input(), 'ten_twice');
  expect(second).toEqual({ ...first, replayed: true });
  const secret = /"client_secret":"([^"]+)"/.exec(JSON.stringify(first))?.[1] ?? 'no secret';
  const receipts = await app.sql("select * from accounts.receipt where tenant_id = 'ten_twice'");
  expect(receipts).toHaveLength(1);
  expect(JSON.stringify(receipts)).not.toContain(secret);
});

const clientOf = async (tenant: string) => {
  await app.as('').createTenant({ id: tenant, name: tenant });
  await app.as('').rotateSigningKey({ immediately: true });
  return app.as(tenant).createClient({ name: 'System', scopes: ['jobs:read'] });
};
const revoke = (client_id: string, tenant: string) =>
  app.call('revokeClient', { client_id }, { tenant });

describe('revokeClient', () => {
  it('ends the access of the secret', async () => {
    const client = await clientOf(app.tenant);
    expect(await app.as('').issueToken(client)).toHaveProperty('access_token');
    expect(await revoke(client.client_id, app.tenant)).toEqual({ ok: { revoked: true } });
    expect(await app.as('').issueToken(client)).toEqual({ error: 'invalid_client' });
  });

  it('broadcasts an existing client to the gateways', async () => {
    const { client_id } = await clientOf(app.tenant);
    const hints = app.hints(credentialTopic);
    await revoke('cli_none', app.tenant);
    await revoke(client_id, app.tenant);
    expect(hints).toEqual([{ revoked_client_id: client_id }]);
  });

  it('returns the same the second time and keeps the first time', async () => {
    const { client_id } = await clientOf(app.tenant);
    await revoke(client_id, app.tenant);
    const times = () =>
      app.sql('select revoked_at from accounts.client where id = $1', [client_id]);
    const first = await times();
    app.clock.advanceMs(1000);
    expect(await revoke(client_id, app.tenant)).toEqual({ ok: { revoked: true } });
    expect(await times()).toEqual(first);
  });
});

it('returns that nothing was revoked for an absent client', async () => {
  expect(await revoke('cli_none', app.tenant)).toEqual({ ok: { revoked: false } });
});

it("returns the same for another tenant's client, which stays valid", async () => {
  const client = await clientOf('ten_owner');
  expect(await revoke(client.client_id, 'ten_stranger')).toEqual({ ok: { revoked: false } });
  expect(await app.as('').issueToken(client)).toHaveProperty('access_token');
});

const minuteMs = 60_000;
const revoked = async () => (await app.as('').listRevokedClients({})).client_ids;
const revokedClient = async (tenant: string) => {
  await app.as('').createTenant({ id: tenant, name: tenant });
  const { client_id } = await app
    .as(tenant)
    .createClient({ name: 'System', scopes: ['jobs:read'] });
  await app.as(tenant).revokeClient({ client_id });
  return client_id;
};
/** One tenant revokes more than a page of the list holds, at one moment. */
const revokeMany = async (prefix: string, count = 5_001) => {
  const values = ['ten_one', prefix, app.clock.now(), count];
  await app.sql(
    `insert into accounts.client (tenant_id, id, name, scopes, secret_hash, created_at, revoked_at)
       select $1, 'cli_' || $2 || n, 'x', '{}', 'x', $3, $3 from generate_series(1, $4) n`,
    values,
  );
  await app.sql(
    `insert into accounts.courier_device (tenant_id, id, driver_id, name, public_key, key_thumbprint,
                                 enrolment_hash, created_at, revoked_at)
       select $1, 'dev_' || $2 || n, 'drv_1', 'x', '{}', $2 || n, $2 || n, $3, $3
         from generate_series(1, $4) n`,
    values,
  );
};

describe('listRevokedClients', () => {
  beforeEach(() => app.sql('truncate accounts.client cascade'));

  it('returns clients of all tenants while their tokens may be valid, latest first', async () => {
    expect(await revoked()).toEqual([]);
    const first = await revokedClient('ten_one');
    app.clock.advanceMs(minuteMs);
    const second = await revokedClient('ten_two');
    expect(await revoked()).toEqual([second, first]);
    app.clock.advanceMs(15 * minuteMs);
    expect(await revoked()).toEqual([second]);
    app.clock.advanceMs(minuteMs);
    expect(await revoked()).toEqual([]);
  });

  it('returns all of 10,002 revoked clients and devices in pages', async () => {
    await revokeMany('lost', 1);
    app.clock.advanceMs(1_000);
    await revokeMany('many');
    const ids: string[] = [];
    let page = await app.as('').listRevokedClients({});
    for (; page.next; page = await app.as('').listRevokedClients({ before: page.next })) {
      ids.push(...page.client_ids);
    }
    ids.push(...page.client_ids);
    expect(new Set(ids.slice(-2))).toEqual(new Set(['cli_lost1', 'dev_lost1']));
    expect(new Set(ids).size).toBe(10_004);
    expect(ids).toHaveLength(10_004);
  });
});
