import { newTenant, refused } from '@svc/kit/testing/service-test';
import { beforeEach, describe, expect, it } from 'vitest';
import { trackingTest } from './app.ts';
import { asked } from './neighbours.ts';
import { batchOf, newFleet } from './telemetry-provider.ts';

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

  it('has the devices that it sent readings of, and no others', async () => {
    const { provider, post } = await newFleet(app, app.tenant);
    await post([{ device_id: 'TR-1', seq: 1, at: '2026-11-02T08:59:30Z', temperature_c: 4 }]);
    const other = await own().createTelemetryProvider({ name: 'Silent' });
    const listed = async (provider_id: string) =>
      (await own().listDevices({ provider_id })).data.map(({ device_id }) => device_id);
    expect(await listed(provider.id)).toEqual(['TR-1']);
    expect([await listed(other.id), await listed('tp_absent')]).toEqual([[], []]);
  });

  it('is listed without its secrets', async () => {
    const {
      secret: _s,
      client_secret: _c,
      api_key: _k,
      ...shown
    } = await own().createTelemetryProvider({
      name: 'One',
    });
    expect((await own().listTelemetryProviders({})).data).toEqual([shown]);
  });
});

it('a device keeps its id when it moves, and shows no former place', async () => {
  const { vehicle, post } = await newFleet(app, app.tenant);
  const at = '2026-11-02T08:59:30Z';
  const seen = { device_id: 'TR-1', at, position: { lat: -26, lng: 28 }, temperature_c: 4 };
  await post([{ ...seen, seq: 1 }]);
  const [before] = (await own().listDevices({})).data;
  expect(before).toMatchObject({ device_id: 'TR-1', vehicle_id: vehicle.id });
  const other = await own().createVehicle({ registration: 'GP 7' });
  app.clock.set('2026-11-02T09:00:01.000Z');
  const moved = await own().createDevice({ device_id: 'TR-1', vehicle_id: other.id });
  const none = { last_reading_at: null, temperature_c: null, calibrated_until: null };
  expect(moved).toEqual({ ...before, vehicle_id: other.id, ...none });
  const positions = (await own().listVehiclePositions({})).data;
  expect(positions.map(({ seen_at, measured_at }) => seen_at ?? measured_at)).toEqual([null, null]);
  const placeOf = async (id: string) =>
    (await own().listVehicles({})).data.find((each) => each.id === id)?.last_position;
  expect([await placeOf(vehicle.id), await placeOf(other.id)]).toEqual([null, null]);
  expect(batchOf(await post([{ ...seen, seq: 1 }])).duplicates).toBe(1);
  await post([{ ...seen, seq: 2, at: app.clock.now().toISOString() }]);
  expect(await placeOf(other.id)).toEqual({ lat: -26, lng: 28 });
});

it('a reading that comes after its device moved is of the vehicle where it was measured', async () => {
  const { post } = await newFleet(app, app.tenant);
  const seen = { device_id: 'TR-1', temperature_c: 4 };
  const minutesAgo = (minutes: number) =>
    new Date(app.clock.now().getTime() - minutes * 60_000).toISOString();
  await post([{ ...seen, seq: 1, at: minutesAgo(3) }]);
  const other = await own().createVehicle({ registration: 'GP 8' });
  app.clock.set('2026-11-02T09:00:01.000Z');
  await own().createDevice({ device_id: 'TR-1', vehicle_id: other.id });
  const [{ registration: before = '' } = {}] = await app.sql(
    `select v.registration from tracking.device_placement p
       join tracking.vehicle v on v.id = p.vehicle_id where p.to_at is not null and p.tenant_id = $1`,
    [app.tenant],
  );
  const later = [
    { ...seen, seq: 2, at: minutesAgo(2) },
    { ...seen, seq: 3, at: minutesAgo(0) },
    { ...seen, seq: 4, at: minutesAgo(1), vehicle: before },
    // Moved before the desk wrote it down.
    { ...seen, seq: 5, at: minutesAgo(1), vehicle: 'gp8' },
  ];
  expect(batchOf(await post(later))).toMatchObject({ accepted: 4, rejected: [] });
  const stored = await app.sql(
    `select r.seq::int, v.registration from tracking.reading r
       join tracking.feed f on f.no = r.feed_no join tracking.vehicle v on v.no = r.vehicle_no
      where f.tenant_id = $1 order by r.seq`,
    [app.tenant],
  );
  const there = [before, before, 'GP 8', before, 'GP 8'];
  expect(stored.map(({ registration }) => registration)).toEqual(there);
});

const days = async () => {
  const rows = await app.sql(
    `select right(inhrelid::regclass::text, 8) as day from pg_inherits
        where inhparent = 'tracking.reading'::regclass order by 1`,
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
  const probed = (seq: number, second: number, measured: object) => ({
    ...base,
    ...measured,
    device_id: 'P-1',
    seq,
    at: at(second),
  });
  await post([
    { ...base, device_id: 'TR-1', seq: 1, at: at(1), position: { lat: -26.2, lng: 28 } },
    probed(1, 3, { temperature_c: 4.5, calibrated_until: '2027-06-30' }),
    probed(2, 2, { temperature_c: 9, calibrated_until: '2020-01-01' }),
  ]);
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
  const { vehicle: foreign } = await newFleet(app, newTenant());
  const input = { device_id: 'TR-1', vehicle_id: foreign.id };
  expect(await app.call('createDevice', input)).toEqual(refused('unknown_vehicle'));
});
