import { describe, expect, it } from 'vitest';
import { accountsApp } from './accounts.ts';

const app = accountsApp();
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

describe('listRevokedClients', () => {
  it('names clients of all tenants while their tokens may be out, the last one first', async () => {
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
});

describe('listRevokedClients with bad input', () => {
  it('is told so', async () => {
    expect(await app.call('listRevokedClients', 7)).toEqual({ invalid: expect.anything() });
  });
});
