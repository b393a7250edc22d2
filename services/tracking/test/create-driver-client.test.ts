import { accounts, tracking } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, newCrew, newTenant, startTracking } from './app.ts';
import { asked } from './neighbours.ts';

let app: App;
let carrier: string;
let id: string;
beforeAll(async () => {
  app = await startTracking();
});
afterAll(() => app.stop());
beforeEach(async () => {
  carrier = newTenant();
  id = (await newCrew(app, carrier)).driver.id;
  asked.length = 0;
});

const create = (request?: string, tenant = carrier, driver = id) =>
  app.call(
    [tracking, 'createDriverClient'],
    { id: driver },
    { tenant, ...(request && { request }) },
  );
const clientId = async () =>
  (await app.clients(carrier).tracking.listDrivers({})).data[0]?.client_id;
const clientIdOf = (client: unknown) =>
  accounts.actions.createClient.output.parse(client).client_id;

describe('createDriverClient', () => {
  it('has accounts make a client of the carrier that is bound to the driver', async () => {
    const client = await app.clients(carrier).tracking.createDriverClient({ id });
    expect(client).toEqual({ client_id: 'cli_1', client_secret: 'secret 1' });
    expect(asked).toEqual([
      {
        tenant: carrier,
        made: { name: `Courier ${id}`, scopes: ['ops:courier'], driver_id: id },
      },
    ]);
    expect(await clientId()).toBe('cli_1');
  });

  it('replaces the client that the driver had', async () => {
    await create();
    expect(await create()).toMatchObject({ ok: { client_id: 'cli_2' } });
    expect(asked[2]).toEqual({ tenant: carrier, revoked: 'cli_1' });
    expect(await clientId()).toBe('cli_2');
  });

  it('answers the same request again with the same client, and keeps its secret sealed', async () => {
    const first = await create(`again ${id}`);
    expect(await create(`again ${id}`)).toEqual({ ...first, replayed: true });
    expect(asked).toHaveLength(1);
    const { rows } = await app.owner.query('select outcome from tracking.receipt');
    expect(JSON.stringify(rows)).not.toContain('secret 1');
  });

  it('leaves one client in use when many ask at once, and has the others ask again', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => create(`${id} ${n}`)));
    const handedOut = replies.flatMap((reply) => ('ok' in reply ? [reply.ok] : []));
    const revoked = new Set(asked.map((each) => each.revoked));
    const inUse = handedOut.filter((client) => !revoked.has(clientIdOf(client)));
    expect(inUse.map(clientIdOf)).toEqual([await clientId()]);
    const others = replies.filter((reply) => !('ok' in reply));
    expect(others).toEqual(others.map(() => ({ fault: 'unavailable' })));
  });
});

describe('createDriverClient with one identity', () => {
  it('has accounts make one client, however many duplicates come at once', async () => {
    await create();
    asked.length = 0;
    const identity = { tenant: carrier, request: `client ${id}`, fingerprint: 'body' };
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => app.call([tracking, 'createDriverClient'], { id }, identity)),
    );
    const clients = replies.flatMap((reply) => ('ok' in reply ? [clientIdOf(reply.ok)] : []));
    expect(clients).toHaveLength(4);
    expect(new Set(clients)).toEqual(new Set([await clientId()]));
    expect(asked.filter(({ made }) => made !== undefined)).toHaveLength(1);
    expect(asked.filter(({ revoked }) => revoked !== undefined)).toHaveLength(1);
  });
});

describe('createDriverClient refuses', () => {
  it.each(['drv_none', 'no id'])('with driver_not_found %s', async (driver) => {
    const reply = await create(undefined, carrier, driver);
    expect(reply).toMatchObject({ refused: { code: 'driver_not_found' } });
    expect(asked).toEqual([]);
  });

  it("with driver_not_found another carrier's driver like one that never was", async () => {
    const never = await create(undefined, carrier, 'drv_none');
    expect(await create(undefined, newTenant())).toEqual(never);
    expect(asked).toEqual([]);
  });
});

describe('createDeviceEnrolment', () => {
  it('has accounts let a device of the driver enrol itself', async () => {
    const made = await app.clients(carrier).tracking.createDeviceEnrolment({ id });
    expect(made).toMatchObject({ driver_id: id, initial_access_token: 'enrolment 1' });
    expect(asked).toEqual([{ tenant: carrier, enrols: id }]);
  });

  it('shows requests with one identity one token, which is valid, however many come at once', async () => {
    const identity = { tenant: carrier, request: `enrol ${id}`, fingerprint: 'body' };
    const replies = await Promise.all(
      Array.from({ length: 4 }, () =>
        app.call([tracking, 'createDeviceEnrolment'], { id }, identity),
      ),
    );
    const tokens = replies.map((reply) =>
      'ok' in reply ? tracking.actions.createDeviceEnrolment.output.parse(reply.ok) : reply,
    );
    expect(new Set(tokens.map((token) => JSON.stringify(token))).size).toBe(1);
    expect(asked).toEqual([{ tenant: carrier, enrols: id }]);
    expect(tokens[0]).toMatchObject({ initial_access_token: 'enrolment 1' });
  });

  it.each(['drv_none', 'no id'])('is refused to %s', async (driver) => {
    const reply = await app.call(
      [tracking, 'createDeviceEnrolment'],
      { id: driver },
      { tenant: carrier },
    );
    expect(reply).toMatchObject({ refused: { code: 'driver_not_found' } });
    expect(asked).toEqual([]);
  });
});
