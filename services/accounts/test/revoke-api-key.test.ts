import { describe, expect, it } from 'vitest';
import { accountsApp } from './accounts.ts';

const app = accountsApp();
const keyOf = async (tenant: string) => {
  await app.as('').createTenant({ id: tenant, name: tenant });
  return app.as(tenant).createApiKey({ name: 'Reader' });
};
const revoke = (key_id: string, tenant: string) => app.call('revokeApiKey', { key_id }, { tenant });
const principalOf = async (key: string) => (await app.as('').verifyApiKey({ key })).principal;

describe('revokeApiKey', () => {
  it('ends what the key opens', async () => {
    const { key_id, api_key } = await keyOf('ten_ok');
    expect(await principalOf(api_key)).not.toBeNull();
    expect(await revoke(key_id, 'ten_ok')).toEqual({ ok: { revoked: true } });
    expect(await principalOf(api_key)).toBeNull();
  });

  it('says the same the second time', async () => {
    const { key_id } = await keyOf('ten_again');
    await revoke(key_id, 'ten_again');
    expect(await revoke(key_id, 'ten_again')).toEqual({ ok: { revoked: true } });
  });
});

describe('revokeApiKey of none', () => {
  it('says that nothing was revoked', async () => {
    expect(await revoke('key_none', 'ten_a')).toEqual({ ok: { revoked: false } });
  });

  it('says the same of another tenant’s key, which goes on working', async () => {
    const { key_id, api_key } = await keyOf('ten_owner');
    expect(await revoke(key_id, 'ten_stranger')).toEqual({ ok: { revoked: false } });
    expect(await principalOf(api_key)).not.toBeNull();
  });
});

describe('revokeApiKey with bad input', () => {
  it('is told so', async () => {
    expect(await revoke('', 'ten_a')).toEqual({ invalid: expect.anything() });
  });
});

describe('revokeApiKey repeated', () => {
  it('replays the first answer', async () => {
    const { key_id } = await keyOf('ten_twice');
    const { first, second } = await app.twice('revokeApiKey', { key_id }, 'ten_twice');
    expect(second).toEqual({ ...first, replayed: true });
  });
});
