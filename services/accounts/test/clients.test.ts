import { credentialTopic, scopes } from '@svc/contracts';
import { refused } from '@svc/kit/testing/service-test';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountsTest } from './app.ts';
import { newPerson } from './people.ts';

const app = accountsTest();
const newClient = { name: 'Booking system', scopes: ['jobs:read', 'quotes:write'] as const };
const input = () => ({ ...newClient, scopes: [...newClient.scopes] });

it('createClient returns a secret of 256 bits, and stores its hash alone', async () => {
  const { client_id, client_secret } = await (await app.created()).createClient(input());
  expect(client_id).toMatch(/^cli_\w{26}$/);
  expect(client_secret).toMatch(/^[\w-]{43}$/);
  const [row] = await app.sql('select * from accounts.client where id = $1', [client_id]);
  expect(row).toMatchObject({ secret_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(JSON.stringify(row)).not.toContain(client_secret);
});

it('a reply with a secret is repeated whole, and in no receipt in clear text', async () => {
  const own = await app.created(app.tenant, { carrier: true });
  const { user, claims } = await newPerson(app, app.tenant);
  const { id } = await own.addClient({ ...input(), held_scopes: [...scopes] });
  const key = await own.addApiKey({ name: 'Board', held_scopes: [...scopes] });
  const wanted = { name: 'Import', held_scopes: [...scopes] };
  const requests: [Parameters<typeof app.twice>[0], object, string?][] = [
    ['createClient', input()],
    ['createApiKey', { name: 'Reader' }],
    ['addClient', { ...wanted, scopes: ['jobs:read'] }],
    ['addApiKey', wanted],
    ['rotateClientSecret', { id, held_scopes: [...scopes] }],
    ['rotateApiKey', { id: key.id, held_scopes: [...scopes] }],
    ['inviteUser', { email: 'ann@example.org', name: 'Ann', role: 'viewer' }],
    ['renewInvitation', { id: user.id }],
    ['signIn', claims, ''],
  ];
  for (const [action, body, tenant = app.tenant] of requests) {
    const { first, second } = await app.twice(action, body, tenant);
    expect(second, action).toEqual({ ...first, replayed: true });
    const { client_secret, api_key, token } = Object('ok' in first && first.ok);
    const secret = client_secret ?? api_key ?? token;
    expect(secret, action).toMatch(/^[\w-]{43,}$/);
    const receipts = await app.sql('select t::text as text from accounts.receipt t');
    expect(receipts).not.toEqual([]);
    expect(JSON.stringify(receipts), action).not.toContain(secret);
  }
  expect(await app.sql('select from accounts.session where user_id = $1', [user.id])).toHaveLength(
    1,
  );
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

const clientOf = async (tenant = app.tenant) => {
  await app.as('').rotateSigningKey({ immediately: true });
  return (await app.created(tenant)).createClient({ name: 'System', scopes: ['jobs:read'] });
};
const revoke = (client_id: string, tenant = app.tenant) =>
  app.call('revokeClient', { client_id }, { tenant });

describe('revokeClient', () => {
  it('ends the access of the secret, and tells an existing client to the gateways', async () => {
    const client = await clientOf();
    const hints = app.hints(credentialTopic);
    expect(await app.as('').issueToken(client)).toHaveProperty('access_token');
    expect(await revoke('cli_none')).toEqual({ ok: { revoked: false } });
    expect(await revoke(client.client_id)).toEqual({ ok: { revoked: true } });
    expect(await app.as('').issueToken(client)).toEqual({ error: 'invalid_client' });
    expect(hints).toEqual([{ revoked_client_id: client.client_id }]);
  });

  it('returns the same the second time and keeps the first time', async () => {
    const { client_id } = await clientOf();
    await revoke(client_id);
    const times = () =>
      app.sql('select revoked_at from accounts.client where id = $1', [client_id]);
    const first = await times();
    app.clock.advanceMs(1000);
    expect(await revoke(client_id)).toEqual({ ok: { revoked: true } });
    expect(await times()).toEqual(first);
  });

  it("leaves another tenant's client valid", async () => {
    const client = await clientOf('ten_owner');
    expect(await revoke(client.client_id, 'ten_stranger')).toEqual({ ok: { revoked: false } });
    expect(await app.as('').issueToken(client)).toHaveProperty('access_token');
  });
});

const minuteMs = 60_000;
const revoked = async () => (await app.as('').listRevokedClients({})).client_ids;
const revokedClient = async (tenant: string) => {
  const { client_id } = await clientOf(tenant);
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
