import { describe, expect, it } from 'vitest';
import { accountsApp } from './accounts.ts';

const app = accountsApp();
const newClient = { name: 'Booking system', scopes: ['jobs:read', 'quotes:write'] as const };
const input = () => ({ ...newClient, scopes: [...newClient.scopes] });

describe('createClient', () => {
  it('gives an id and a secret of 256 bits', async () => {
    await app.as('').createTenant({ id: 'ten_ok', name: 'Ok' });
    expect(await app.as('ten_ok').createClient(input())).toEqual({
      client_id: expect.stringMatching(/^cli_\w{26}$/),
      client_secret: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it('keeps a hash of the secret and nothing from which it could be told', async () => {
    await app.as('').createTenant({ id: 'ten_kept', name: 'Kept' });
    const { client_id, client_secret } = await app.as('ten_kept').createClient(input());
    const [row] = await app.rows('select * from accounts.client where id = $1', [client_id]);
    expect(row).toMatchObject({ secret_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(JSON.stringify(row)).not.toContain(client_secret);
  });

  it('keeps each scope once, in the order of the API document', async () => {
    await app.as('').createTenant({ id: 'ten_order', name: 'Order' });
    const scopes = ['jobs:read', 'quotes:write', 'jobs:read'];
    await app.call('createClient', { ...newClient, scopes }, { tenant: 'ten_order' });
    expect(
      await app.rows("select scopes from accounts.client where tenant_id = 'ten_order'"),
    ).toEqual([{ scopes: ['quotes:write', 'jobs:read'] }]);
  });
});

describe("createClient for a driver's device", () => {
  it('keeps whose device it is', async () => {
    await app.as('').createTenant({ id: 'ten_driver', name: 'Carrier' });
    await app.as('ten_driver').createClient({ ...input(), driver_id: 'drv_1' });
    await app.as('ten_driver').createClient(input());
    const rows = await app.rows(
      "select driver_id from accounts.client where tenant_id = 'ten_driver' order by created_at, id",
    );
    expect(rows.map(({ driver_id }) => driver_id).sort()).toEqual(['drv_1', null]);
  });
});

describe("createClient with the carrier's scopes", () => {
  const desk = { name: 'Desk', scopes: ['jobs:read', 'ops:dispatch'] };

  it.each(['ops:dispatch', 'ops:courier'])('refuses %s for another tenant', async (scope) => {
    await app.as('').createTenant({ id: 'ten_customer', name: 'Customer' });
    const scopes = ['jobs:read', scope];
    const reply = await app.call('createClient', { ...desk, scopes }, { tenant: 'ten_customer' });
    expect(reply).toMatchObject({ refused: { code: 'carrier_only' } });
  });

  it('is for the tenant that the operator named the carrier', async () => {
    const as = { tenant: 'ten_carrier' };
    await app.as('').createTenant({ id: 'ten_carrier', name: 'Carrier', carrier: true });
    expect(await app.call('createClient', desk, as)).toHaveProperty('ok');
    await app.as('').createTenant({ id: 'ten_carrier', name: 'Renamed' });
    expect(await app.call('createClient', desk, as)).toHaveProperty('ok');
    await app.as('').createTenant({ id: 'ten_carrier', name: 'Renamed', carrier: false });
    expect(await app.call('createClient', desk, as)).toMatchObject({
      refused: { code: 'carrier_only' },
    });
  });
});

describe('createClient for a tenant that does not exist', () => {
  it('is a fault', async () => {
    expect(await app.call('createClient', input(), { tenant: 'ten_ghost' })).toEqual({
      fault: 'internal',
    });
  });
});

describe('createClient with bad input', () => {
  it.each([{ name: '' }, { scopes: [] }, { scopes: ['jobs:everything'] }])(
    'is told so: %o',
    async (fault) => {
      expect(await app.call('createClient', { ...input(), ...fault })).toEqual({
        invalid: expect.anything(),
      });
    },
  );
});

describe('createClient repeated', () => {
  it('replays the same secret from a encrypted receipt', async () => {
    await app.as('').createTenant({ id: 'ten_twice', name: 'Twice' });
    const { first, second } = await app.twice('createClient', input(), 'ten_twice');
    expect(second).toEqual({ ...first, replayed: true });
    const secret = /"client_secret":"([^"]+)"/.exec(JSON.stringify(first))?.[1] ?? 'no secret';
    const receipts = await app.rows("select * from accounts.receipt where tenant_id = 'ten_twice'");
    expect(receipts).toHaveLength(1);
    expect(JSON.stringify(receipts)).not.toContain(secret);
  });
});
