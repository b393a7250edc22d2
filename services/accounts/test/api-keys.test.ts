import { refused } from '@svc/kit/testing/service-test';
import { expect, it } from 'vitest';
import { formatApiKey, parseApiKey } from '../src/domain/api-key.ts';
import { accountsTest } from './app.ts';

const app = accountsTest();
const newKey = async (tenant = app.tenant) =>
  (await app.created(tenant)).createApiKey({ name: 'Reader' });
const revoke = (key_id: string, tenant: string) => app.call('revokeApiKey', { key_id }, { tenant });
const principalOf = async (key: string) => (await app.as('').verifyApiKey({ key })).principal;

it('createApiKey returns a live key, of whose secret a hash is stored alone', async () => {
  const { key_id, api_key } = await newKey();
  expect(key_id).toMatch(/^key_\w{26}$/);
  expect(api_key.startsWith(`svc_live_${key_id}_`)).toBe(true);
  expect(parseApiKey(api_key)).toEqual({ key_id, secret: expect.stringMatching(/^\w{32}$/) });
  const [row] = await app.sql('select * from accounts.api_key where id = $1', [key_id]);
  expect(row).toMatchObject({ secret_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(JSON.stringify(row)).not.toContain(parseApiKey(api_key)?.secret);
});

it("revokeApiKey ends the access of the key, as often as wanted, and no other tenant's", async () => {
  const { key_id, api_key } = await newKey();
  expect(await revoke('key_none', app.tenant)).toEqual({ ok: { revoked: false } });
  expect(await revoke(key_id, 'ten_stranger')).toEqual({ ok: { revoked: false } });
  expect(await principalOf(api_key)).not.toBeNull();
  for (const _time of ['first', 'second']) {
    expect(await revoke(key_id, app.tenant)).toEqual({ ok: { revoked: true } });
    expect(await principalOf(api_key)).toBeNull();
  }
});

const blind = accountsTest();
const well = { key_id: 'key_01JBP9X4S0ABCDEFGHJKMNPQRS', secret: 'X'.repeat(32) };

it('verifyApiKey returns the owner and scopes of a key', async () => {
  const { key_id, api_key } = await newKey(app.tenant);
  expect(await principalOf(api_key)).toEqual({
    tenant_id: app.tenant,
    client_id: key_id,
    scopes: ['quotes:write', 'jobs:read', 'tracking:read', 'certificates:read', 'partner:stock'],
  });
});

it("createProviderKey returns a key for telemetry:write alone, which no tenant's own key may have", async () => {
  const own = await app.created('ten_fleet', { carrier: true });
  const { key_id, api_key } = await own.createProviderKey({ name: 'Telemetry Own' });
  const scopes = ['telemetry:write'] as const;
  expect(await principalOf(api_key)).toMatchObject({ client_id: key_id, scopes });
  expect((await own.listApiKeys({})).data).toMatchObject([{ id: key_id, scopes }]);
  const wanted = { name: 'Own', scopes, held_scopes: scopes };
  const tenant = 'ten_fleet';
  expect(await app.call('addApiKey', wanted, { tenant })).toHaveProperty('invalid');
  const { api_key: next } = await own.rotateApiKey({ id: key_id, held_scopes: [...scopes] });
  expect(await principalOf(next)).toMatchObject({ client_id: key_id, scopes });
  const refusal = await app.call(
    'rotateApiKey',
    { id: key_id, held_scopes: ['jobs:read'] },
    { tenant },
  );
  expect(refusal).toEqual(refused('scope_not_held'));
});

it('names the owner of a revoked key to the holder of its secret alone', async () => {
  const { key_id, api_key } = await newKey(app.tenant);
  await app.as().revokeApiKey({ key_id });
  expect(await app.as('').verifyApiKey({ key: api_key })).toEqual({
    ...{ principal: null, expires_at: null },
    revoked: { tenant_id: app.tenant, client_id: key_id },
  });
  const guessed = formatApiKey({ ...well, key_id });
  expect(await app.as('').verifyApiKey({ key: guessed })).toEqual({
    ...{ principal: null, expires_at: null },
    revoked: null,
  });
});

it.each([
  ['nothing', ''],
  ['a sandbox key', 'svc_test_0123456789'],
  ['a key that nobody has', formatApiKey(well)],
  ['text with a NUL', 'svc_live_\u0000'],
])('returns null for %s instead of a key', async (_case, key) => {
  expect(await principalOf(key)).toBeNull();
});

it('returns null for a known id with a secret of nobody or of another key', async () => {
  const [mine, theirs] = [await newKey('ten_mine'), await newKey('ten_theirs')];
  for (const { secret } of [well, parseApiKey(theirs.api_key) ?? well]) {
    expect(await principalOf(formatApiKey({ key_id: mine.key_id, secret }))).toBeNull();
  }
});

it('rejects a wrong form or checksum without a query', async () => {
  await blind.sql('alter table accounts.api_key rename to api_key_away');
  const key = formatApiKey(well);
  const wrongSum = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
  for (const text of ['svc_live_x', wrongSum]) {
    const nobody = { ok: { principal: null, expires_at: null, revoked: null } };
    expect(await blind.call('verifyApiKey', { key: text })).toEqual(nobody);
  }
  expect(await blind.call('verifyApiKey', { key })).toEqual({ fault: 'internal' });
});
