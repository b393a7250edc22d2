import { describe, expect, it } from 'vitest';
import { formatApiKey, parseApiKey } from '../src/domain/api-key.ts';
import { accountsApp } from './accounts.ts';

const app = accountsApp();
const blind = accountsApp();
const newKey = async (tenant: string) => {
  await app.as('').createTenant({ id: tenant, name: tenant });
  return app.as(tenant).createApiKey({ name: 'Reader' });
};
const principalOf = async (key: string) => (await app.as('').verifyApiKey({ key })).principal;
const well = { key_id: 'key_01JBP9X4S0ABCDEFGHJKMNPQRS', secret: 'X'.repeat(32) };

describe('verifyApiKey', () => {
  it('tells whose key it is and what it may do', async () => {
    const { key_id, api_key } = await newKey('ten_ok');
    expect(await principalOf(api_key)).toEqual({
      tenant_id: 'ten_ok',
      client_id: key_id,
      scopes: ['quotes:write', 'jobs:read', 'tracking:read', 'certificates:read', 'partner:stock'],
    });
  });
});

describe('verifyApiKey of a revoked key', () => {
  it('tells whose it was to the one who has its secret, and to nobody else', async () => {
    const { key_id, api_key } = await newKey('ten_revoked');
    await app.as('ten_revoked').revokeApiKey({ key_id });
    expect(await app.as('').verifyApiKey({ key: api_key })).toEqual({
      ...{ principal: null, expires_at: null },
      revoked: { tenant_id: 'ten_revoked', client_id: key_id },
    });
    const guessed = formatApiKey({ ...well, key_id });
    expect(await app.as('').verifyApiKey({ key: guessed })).toEqual({
      ...{ principal: null, expires_at: null },
      revoked: null,
    });
  });
});

describe('verifyApiKey of what is no key of ours', () => {
  it.each([
    ['nothing', ''],
    ['a sandbox key', 'svc_test_0123456789'],
    ['a key that nobody has', formatApiKey(well)],
    ['text with a NUL', 'svc_live_\u0000'],
  ])('knows nobody: %s', async (_case, key) => {
    expect(await principalOf(key)).toBeNull();
  });

  it('knows nobody by a known id with another secret', async () => {
    const { key_id } = await newKey('ten_secret');
    expect(await principalOf(formatApiKey({ ...well, key_id }))).toBeNull();
  });

  it('knows nobody by one key’s id with another key’s secret', async () => {
    const [mine, theirs] = [await newKey('ten_mine'), await newKey('ten_theirs')];
    const secret = parseApiKey(theirs.api_key)?.secret ?? '';
    expect(await principalOf(formatApiKey({ key_id: mine.key_id, secret }))).toBeNull();
  });
});

describe('verifyApiKey without its table', () => {
  it('still sees a wrong form or checksum, for it does not look', async () => {
    await blind.rows('alter table accounts.api_key rename to api_key_away');
    const key = formatApiKey(well);
    const wrongSum = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
    for (const text of ['svc_live_x', wrongSum]) {
      const nobody = { ok: { principal: null, expires_at: null, revoked: null } };
      expect(await blind.call('verifyApiKey', { key: text })).toEqual(nobody);
    }
    expect(await blind.call('verifyApiKey', { key })).toEqual({ fault: 'internal' });
  });
});

describe('verifyApiKey with bad input', () => {
  it('is told so', async () => {
    const reply = await app.call('verifyApiKey', { key: 'x'.repeat(201) });
    expect(reply).toEqual({ invalid: expect.anything() });
  });
});
