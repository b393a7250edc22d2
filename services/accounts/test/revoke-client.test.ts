import { credentialTopic } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { accountsApp } from './accounts.ts';

const app = accountsApp();
const clientOf = async (tenant: string) => {
  await app.as('').createTenant({ id: tenant, name: tenant });
  await app.as('').rotateSigningKey({ immediately: true });
  return app.as(tenant).createClient({ name: 'System', scopes: ['jobs:read'] });
};
const revoke = (client_id: string, tenant: string) =>
  app.call('revokeClient', { client_id }, { tenant });

describe('revokeClient', () => {
  it('ends what the secret opens', async () => {
    const client = await clientOf('ten_ok');
    expect(await app.as('').issueToken(client)).toHaveProperty('access_token');
    expect(await revoke(client.client_id, 'ten_ok')).toEqual({ ok: { revoked: true } });
    expect(await app.as('').issueToken(client)).toEqual({ error: 'invalid_client' });
  });

  it('is told to the gateways, when there was such a client', async () => {
    const { client_id } = await clientOf('ten_told');
    const hints = app.hints(credentialTopic);
    await revoke('cli_none', 'ten_told');
    await revoke(client_id, 'ten_told');
    expect(hints).toEqual([{ revoked_client_id: client_id }]);
  });

  it('says the same the second time and keeps the time of the first', async () => {
    const { client_id } = await clientOf('ten_again');
    await revoke(client_id, 'ten_again');
    const times = () =>
      app.rows('select revoked_at from accounts.client where id = $1', [client_id]);
    const first = await times();
    app.clock.advanceMs(1000);
    expect(await revoke(client_id, 'ten_again')).toEqual({ ok: { revoked: true } });
    expect(await times()).toEqual(first);
  });
});

describe('revokeClient of none', () => {
  it('says that nothing was revoked', async () => {
    expect(await revoke('cli_none', 'ten_a')).toEqual({ ok: { revoked: false } });
  });

  it('says the same of another tenant’s client, which goes on working', async () => {
    const client = await clientOf('ten_owner');
    expect(await revoke(client.client_id, 'ten_stranger')).toEqual({ ok: { revoked: false } });
    expect(await app.as('').issueToken(client)).toHaveProperty('access_token');
  });
});

describe('revokeClient with bad input', () => {
  it('is told so', async () => {
    expect(await revoke('', 'ten_a')).toEqual({ invalid: expect.anything() });
  });
});

describe('revokeClient repeated', () => {
  it('replays the first answer', async () => {
    const { client_id } = await clientOf('ten_twice');
    const { first, second } = await app.twice('revokeClient', { client_id }, 'ten_twice');
    expect(second).toEqual({ ...first, replayed: true });
  });
});
