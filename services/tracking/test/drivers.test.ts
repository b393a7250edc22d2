import { accounts, driver, tracking } from '@svc/contracts';
import { newTenant, refused } from '@svc/kit/testing/service-test';
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

describe('createDriver', () => {
  it('returns the driver with its documents in their order', async () => {
    const made = await own().createDriver({ ...named, documents: papers });
    expect(driver.strict().parse(made)).toEqual(made);
    expect(made).toEqual({
      object: 'driver',
      id: expect.stringMatching(/^drv_/),
      ...named,
      documents: papers,
      has_photo: false,
      client_id: null,
      created_at: '2026-11-02T08:00:00.000Z',
    });
    expect((await own().listDrivers({})).data).toEqual([made]);
  });

  it('creates one driver for repeated requests', async () => {
    const again = () =>
      app.call('createDriver', named, { tenant: app.tenant, request: `once ${app.tenant}` });
    const [first, second] = [await again(), await again()];
    expect(second).toEqual({ ...first, replayed: true });
    expect((await own().listDrivers({})).data).toHaveLength(1);
  });

  it.each([
    ['a driver without a last name', { first_name: 'Thandi' }, ['last_name']],
    ['an empty first name', { ...named, first_name: '' }, ['first_name']],
    [
      'a day that there is not',
      { ...named, documents: [{ document: 'driving_licence', expires_on: '2027-02-30' }] },
      ['documents', 0, 'expires_on'],
    ],
  ])('refuses %s as bad input', async (_, input, path) => {
    const reply = await app.call('createDriver', input);
    expect(reply).toMatchObject({ invalid: [{ path }] });
  });
});

describe('listDrivers', () => {
  it('returns drivers page by page, newest first', async () => {
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      app.clock.advanceMs(1);
      made.unshift((await own().createDriver(named)).id);
    }
    const first = await own().listDrivers({ limit: 3 });
    const ids = first.data.map(({ id }) => id);
    expect([ids, first.has_more]).toEqual([made.slice(0, 3), true]);
    const second = await own().listDrivers({ limit: 3, starting_after: ids[2] });
    expect([second.data.map(({ id }) => id), second.has_more]).toEqual([made.slice(3), false]);
  });

  it('shows no carrier the drivers of another', async () => {
    await own().createDriver(named);
    expect(await app.as(newTenant()).listDrivers({})).toEqual({
      object: 'list',
      data: [],
      has_more: false,
    });
  });
});

describe('devices of a driver', () => {
  let id: string;
  beforeEach(async () => {
    id = (await newCrew(app, app.tenant)).driver.id;
    asked.length = 0;
  });

  const create = (request?: string, tenant = app.tenant, driver = id) =>
    app.call('createDriverClient', { id: driver }, { tenant, ...(request && { request }) });
  const clientId = async () => (await app.as().listDrivers({})).data[0]?.client_id;
  const clientIdOf = (client: unknown) =>
    accounts.actions.createClient.output.parse(client).client_id;

  describe('createDriverClient', () => {
    it('creates a client of the carrier that is bound to the driver', async () => {
      const client = await app.as().createDriverClient({ id });
      expect(client).toEqual({ client_id: 'cli_1', client_secret: 'secret 1' });
      expect(asked).toEqual([
        {
          tenant: app.tenant,
          made: { name: `Courier ${id}`, scopes: ['ops:courier'], driver_id: id },
        },
      ]);
      expect(await clientId()).toBe('cli_1');
    });

    it('revokes the former client of the driver', async () => {
      await create();
      expect(await create()).toMatchObject({ ok: { client_id: 'cli_2' } });
      expect(asked[2]).toEqual({ tenant: app.tenant, revoked: 'cli_1' });
      expect(await clientId()).toBe('cli_2');
    });

    it('returns the same client to a repeated request, with its secret encrypted', async () => {
      const first = await create(`again ${id}`);
      expect(await create(`again ${id}`)).toEqual({ ...first, replayed: true });
      expect(asked).toHaveLength(1);
      const rows = await app.sql('select outcome from tracking.receipt');
      expect(JSON.stringify(rows)).not.toContain('secret 1');
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
    const identity = { tenant: app.tenant, request: `client ${id}` };
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => app.call('createDriverClient', { id }, identity)),
    );
    const clients = replies.flatMap((reply) => ('ok' in reply ? [clientIdOf(reply.ok)] : []));
    expect(clients).toHaveLength(4);
    expect(new Set(clients)).toEqual(new Set([await clientId()]));
    // What accounts was asked twice, it did once: by the receipt of the request.
    expect(new Set(asked.flatMap(({ revoked = [] }) => revoked))).toEqual(new Set([former]));
  });

  describe('createDeviceEnrolment', () => {
    it('returns a token for a device of the driver', async () => {
      const made = await app.as().createDeviceEnrolment({ id });
      expect(made).toMatchObject({ driver_id: id, initial_access_token: 'enrolment 1' });
      expect(asked).toEqual([{ tenant: app.tenant, enrols: id }]);
    });

    it('returns one valid token to concurrent duplicates of a request', async () => {
      const identity = { tenant: app.tenant, request: `enrol ${id}` };
      const replies = await Promise.all(
        Array.from({ length: 4 }, () => app.call('createDeviceEnrolment', { id }, identity)),
      );
      const tokens = replies.map((reply) =>
        'ok' in reply ? tracking.actions.createDeviceEnrolment.output.parse(reply.ok) : reply,
      );
      expect(new Set(tokens.map((token) => JSON.stringify(token))).size).toBe(1);
      expect(tokens[0]).toMatchObject({ driver_id: id });
    });

    it.each(['drv_none', 'no id'])('is refused with driver_not_found for %s', async (driver) => {
      const reply = await app.call('createDeviceEnrolment', { id: driver });
      expect(reply).toEqual(refused('driver_not_found'));
      expect(asked).toEqual([]);
    });
  });
});

describe('assignmentDetails', () => {
  let crew: { driver_id: string; vehicle_id: string };
  beforeEach(async () => {
    const { driver, vehicle } = await newCrew(app, app.tenant);
    crew = { driver_id: driver.id, vehicle_id: vehicle.id };
  });
  const ask = (fields: Record<string, unknown>, tenant = app.tenant) =>
    app.call('assignmentDetails', { ...crew, ...fields }, { tenant });

  it('returns first name of driver and registration', async () => {
    expect(await ask({})).toEqual({
      ok: { ...crew, driver_first_name: 'Thandi', registration: `CA ${app.tenant.toUpperCase()}` },
    });
  });

  it.each([
    ['unknown_driver', 'a driver that never was', { driver_id: 'drv_none' }],
    ['unknown_vehicle', 'a vehicle that never was', { vehicle_id: 'veh_none' }],
    ['unknown_driver', 'both', { driver_id: 'drv_none', vehicle_id: 'veh_none' }],
  ])('refuses an assignment with %s: %s', async (code, _, fields) => {
    expect(await ask(fields)).toEqual(refused(code));
  });

  it("refuses another carrier's driver and vehicle", async () => {
    const rival = newTenant();
    expect(await ask({}, rival)).toEqual(refused('unknown_driver'));
    const { driver } = await newCrew(app, rival);
    expect(await ask({ driver_id: driver.id }, rival)).toEqual(refused('unknown_vehicle'));
  });
});
