import { accounts } from '@svc/contracts';
import { idsByPage, newTenant, refused } from '@svc/kit/testing/service-test';
import { beforeEach, describe, expect, it } from 'vitest';
import { newCrew, trackingTest } from './app.ts';
import { asked } from './neighbours.ts';

const app = trackingTest();

const own = () => app.as();
const named = { first_name: 'Thandi', last_name: 'Mokoena' };
const papers = [
  { document: 'driving_licence', expires_on: '2027-01-31' },
  { document: 'first_aid', expires_on: '2027-06-30' },
];

it('createDriver returns the driver with its documents in their order', async () => {
  const made = await own().createDriver({ ...named, documents: papers });
  expect(made).toEqual({
    object: 'driver',
    id: expect.stringMatching(/^drv_/),
    ...named,
    ...{ status: 'active', phone: null, base: null, shifts: null, hub_id: null },
    documents: papers,
    has_photo: false,
    client_id: null,
    created_at: '2026-11-02T08:00:00.000Z',
  });
  expect((await own().listDrivers({})).data).toEqual([made]);
});

it.each([
  ['listDrivers', () => own().createDriver(named)],
  ['listVehicles', (n: number) => own().createVehicle({ registration: `CA ${n}` })],
  ['listTelemetryProviders', () => own().createTelemetryProvider({ name: 'Trackers' })],
] as const)('%s returns the own page by page, newest first', async (list, create) => {
  const made: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    app.clock.advanceMs(1);
    made.unshift((await create(n)).id);
  }
  const pages = await idsByPage((page) => own()[list](page));
  expect(pages).toEqual([made.slice(0, 2), made.slice(2)]);
  expect((await app.as(newTenant())[list]({})).data).toEqual([]);
});

it('assignmentDetails returns what a carrier has of its own driver and vehicle', async () => {
  const { driver, vehicle } = await newCrew(app);
  const crew = { driver_id: driver.id, vehicle_id: vehicle.id };
  expect(await own().assignmentDetails(crew)).toEqual({
    ...crew,
    driver_first_name: 'Thandi',
    registration: `CA ${app.tenant.toUpperCase()}`,
  });
  const rival = newTenant();
  const { driver: other } = await newCrew(app, rival);
  const ask = (fields: object, tenant = app.tenant) =>
    app.call('assignmentDetails', { ...crew, ...fields }, { tenant });
  const both = { driver_id: 'drv_none', vehicle_id: 'veh_none' };
  expect(await ask(both)).toEqual(refused('unknown_driver'));
  expect(await ask({ vehicle_id: 'veh_none' })).toEqual(refused('unknown_vehicle'));
  expect(await ask({}, rival)).toEqual(refused('unknown_driver'));
  expect(await ask({ driver_id: other.id }, rival)).toEqual(refused('unknown_vehicle'));
  await own().updateVehicle({ id: vehicle.id, status: 'retired' });
  expect(await ask({})).toEqual(refused('vehicle_retired'));
  await own().updateDriver({ id: driver.id, status: 'retired' });
  expect(await ask({})).toEqual(refused('driver_retired'));
});

describe('devices of a driver', () => {
  let id: string;
  beforeEach(async () => {
    id = (await newCrew(app)).driver.id;
    asked.length = 0;
  });

  const create = (request?: string) =>
    app.call('createDriverClient', { id }, request ? { request } : {});
  const clientId = async () => (await app.as().listDrivers({})).data[0]?.client_id;
  const clientIdOf = (client: unknown) =>
    accounts.actions.createClient.output.parse(client).client_id;

  describe('createDriverClient', () => {
    it('creates a client that is bound to the driver, and revokes the former', async () => {
      await create();
      const client = { client_id: 'cli_2', client_secret: 'secret 2' };
      expect(await create()).toEqual({ ok: client });
      const wanted = { name: `Courier ${id}`, scopes: ['ops:courier'], driver_id: id };
      expect(asked).toEqual([
        { tenant: app.tenant, made: wanted },
        { tenant: app.tenant, made: wanted },
        { tenant: app.tenant, revoked: 'cli_1' },
      ]);
      expect(await clientId()).toBe('cli_2');
    });

    it('leaves one client in use after concurrent requests, and fails the others', async () => {
      const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => create(`${id} ${n}`)));
      const handedOut = replies.flatMap((reply) => ('ok' in reply ? [reply.ok] : []));
      const revoked = new Set(asked.map((each) => each.revoked));
      const inUse = handedOut.filter((client) => !revoked.has(clientIdOf(client)));
      expect(inUse.map(clientIdOf)).toEqual([await clientId()]);
      const others = replies.filter((reply) => !('ok' in reply));
      expect(others).toEqual(others.map(() => ({ fault: 'unavailable' })));
    });
  });

  it('creates one client for many concurrent duplicates of a request', async () => {
    const former = clientIdOf(await app.as().createDriverClient({ id }));
    asked.length = 0;
    const replies = await Promise.all(Array.from({ length: 4 }, () => create(`client ${id}`)));
    const clients = replies.flatMap((reply) => ('ok' in reply ? [clientIdOf(reply.ok)] : []));
    expect(clients).toHaveLength(4);
    expect(new Set(clients)).toEqual(new Set([await clientId()]));
    // What accounts was asked twice, it did once: by the receipt of the request.
    expect(new Set(asked.flatMap(({ revoked = [] }) => revoked))).toEqual(new Set([former]));
    const receipts = await app.sql('select outcome from tracking.receipt');
    expect(JSON.stringify(receipts)).not.toContain('secret ');
  });

  it('returns one valid token for a device to concurrent duplicates of a request', async () => {
    const request = `enrol ${id}`;
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => app.call('createDeviceEnrolment', { id }, { request })),
    );
    const [first] = replies;
    expect(first).toMatchObject({ ok: { driver_id: id } });
    expect(asked).toContainEqual({ tenant: app.tenant, enrols: id });
    const bodies = replies.map((reply) => ('ok' in reply ? reply.ok : reply));
    expect(bodies).toEqual(bodies.map(() => first && 'ok' in first && first.ok));
  });
});
