import { newTenant } from '@svc/kit/testing/service-test';
import { beforeEach, describe, expect, it } from 'vitest';
import { trackingTest } from './app.ts';
import { asked } from './neighbours.ts';
import { batchOf, newFleet, waitForFlush } from './telemetry-provider.ts';

const app = trackingTest();
beforeEach(() => {
  app.clock.set('2026-11-02T09:00:00.000Z');
});
const own = (tenant = app.tenant) => app.as(tenant);

describe('a provider', () => {
  it('gets a client for telemetry:write alone, and a secret that is stored encrypted', async () => {
    const made = await own().createTelemetryProvider({ name: 'Trackers' });
    const nth = asked.length;
    expect(made).toMatchObject({ client_id: `cli_${nth}`, client_secret: `secret ${nth}` });
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const wanted = { name: 'Telemetry Trackers', scopes: ['telemetry:write'] };
    expect(asked.at(-1)).toEqual({ tenant: app.tenant, made: wanted });
    const rows = await app.sql('select * from tracking.telemetry_provider');
    expect(JSON.stringify(rows)).not.toContain(made.secret.slice(6));
  });

  it('is listed without its secrets, to its carrier alone, newest first', async () => {
    const first = await own().createTelemetryProvider({ name: 'One' });
    app.clock.advanceMs(1);
    const second = await own().createTelemetryProvider({ name: 'Two' });
    const { data } = await own().listTelemetryProviders({ limit: 1 });
    const { secret: _s, client_secret: _c, ...shown } = second;
    expect(data).toEqual([shown]);
    const next = await own().listTelemetryProviders({ starting_after: second.id });
    expect(next).toMatchObject({ data: [{ id: first.id }], has_more: false });
    expect((await own(newTenant()).listTelemetryProviders({})).data).toEqual([]);
  });

  it('of another carrier is refused like an absent one when its secret is rotated', async () => {
    const { id } = await own().createTelemetryProvider({ name: 'One' });
    for (const [tenant, wanted] of [
      [newTenant(), id],
      [app.tenant, 'tp_none'],
      [app.tenant, 'no id'],
    ] as const) {
      await expect(own(tenant).rotateTelemetrySecret({ id: wanted })).rejects.toMatchObject({
        code: 'provider_not_found',
      });
    }
  });
});

describe('a device', () => {
  it('keeps its id when it moves, and shows no former place', async () => {
    const { vehicle, post } = await newFleet(app, app.tenant);
    const at = '2026-11-02T08:59:30Z';
    const seen = { device_id: 'TR-1', at, position: { lat: -26, lng: 28 } };
    await post([{ ...seen, seq: 1 }]);
    await waitForFlush(app);
    const [before] = (await own().listDevices({})).data;
    expect(before).toMatchObject({ device_id: 'TR-1', vehicle_id: vehicle.id });
    const other = await own().createVehicle({ registration: 'GP 7' });
    const moved = await own().createDevice({ device_id: 'TR-1', vehicle_id: other.id });
    expect(moved).toEqual({ ...before, vehicle_id: other.id, last_reading_at: null });
    const placeOf = async (id: string) =>
      (await own().listVehicles({})).data.find((each) => each.id === id)?.last_position;
    expect([await placeOf(vehicle.id), await placeOf(other.id)]).toEqual([null, null]);
    expect(batchOf(await post([{ ...seen, seq: 1 }])).duplicates).toBe(1);
    await post([{ ...seen, seq: 2 }]);
    await waitForFlush(app);
    expect(await placeOf(other.id)).toEqual({ lat: -26, lng: 28 });
  });

  it.each(['veh_none', 'no id'])('is refused with unknown_vehicle in %s', async (vehicle_id) => {
    await expect(own().createDevice({ device_id: 'TR-1', vehicle_id })).rejects.toMatchObject({
      code: 'unknown_vehicle',
    });
  });

  it("is refused with unknown_vehicle in another carrier's", async () => {
    const { vehicle } = await newFleet(app, newTenant());
    await expect(
      own().createDevice({ device_id: 'TR-1', vehicle_id: vehicle.id }),
    ).rejects.toMatchObject({ code: 'unknown_vehicle' });
  });
});

const days = async () => {
  const rows = await app.sql(
    `select right(inhrelid::regclass::text, 8) as day from pg_inherits
        where inhparent = 'tracking.reading_chunk'::regclass order by 1`,
  );
  return rows.map(({ day }) => day);
};
const keep = () => app.runSchedule('maintain-reading-partitions');

it('partitions of readings are created ahead and for late ones, and dropped when old', async () => {
  await keep();
  expect(await days()).toEqual(expect.arrayContaining(['20261102', '20261105']));
  const { post } = await newFleet(app, app.tenant);
  const late = { device_id: 'TR-1', seq: 1, temperature_c: 4 };
  expect(batchOf(await post([{ ...late, at: '2026-08-05T00:00:00Z' }])).accepted).toBe(1);
  await waitForFlush(app);
  await keep();
  expect(await days()).toContain('20260805');
  app.clock.set('2026-11-04T00:00:00.000Z');
  await Promise.all([keep(), keep()]);
  expect((await days())[0]).toBe('20261102');
});

const at = (second: number) => `2026-11-02T07:59:${String(second).padStart(2, '0')}.000Z`;

it('lists of providers and devices show the time and kind of the last reading', async () => {
  const carrier = newTenant();
  const { vehicle, post } = await newFleet(app, carrier, ['TR-1', 'P-1', 'P-2']);
  const own = app.as(carrier);
  expect((await own.listTelemetryProviders({})).data).toMatchObject([
    { device_count: 0, last_reading_at: null },
  ]);
  const base = { vehicle: vehicle.registration };
  await post([
    { ...base, device_id: 'TR-1', seq: 1, at: at(1), position: { lat: -26.2, lng: 28 } },
    {
      ...base,
      device_id: 'P-1',
      seq: 1,
      at: at(3),
      temperature_c: 4.5,
      calibrated_until: '2027-06-30',
    },
    {
      ...base,
      device_id: 'P-1',
      seq: 2,
      at: at(2),
      temperature_c: 9,
      calibrated_until: '2020-01-01',
    },
  ]);
  await waitForFlush(app);
  expect((await own.listTelemetryProviders({})).data).toMatchObject([
    { device_count: 2, last_reading_at: at(3) },
  ]);
  const statuses = (await own.listDevices({})).data.map(
    ({ device_id, last_reading_at, temperature_c, calibrated_until }) => [
      device_id,
      { last_reading_at, temperature_c, calibrated_until },
    ],
  );
  const none = { temperature_c: null, calibrated_until: null };
  expect(Object.fromEntries(statuses)).toEqual({
    'TR-1': { last_reading_at: at(1), ...none },
    'P-1': { last_reading_at: at(3), temperature_c: 4.5, calibrated_until: '2027-06-30' },
    'P-2': { last_reading_at: null, ...none },
  });
  expect((await app.as(newTenant()).listDevices({})).data).toEqual([]);
});

it('a device that moved shows nothing of its former vehicle', async () => {
  const carrier = newTenant();
  const { vehicle, post } = await newFleet(app, carrier, ['P-1']);
  const own = app.as(carrier);
  await post([
    {
      vehicle: vehicle.registration,
      device_id: 'P-1',
      seq: 1,
      at: at(1),
      temperature_c: 4.5,
      calibrated_until: '2027-06-30',
    },
  ]);
  await waitForFlush(app);
  const other = await own.createVehicle({ registration: `CB ${carrier}` });
  await own.createDevice({ device_id: 'P-1', vehicle_id: other.id });
  expect((await own.listDevices({})).data).toMatchObject([
    { vehicle_id: other.id, last_reading_at: null, temperature_c: null, calibrated_until: null },
  ]);
});
