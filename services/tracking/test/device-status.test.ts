import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, newTenant, startTracking } from './app.ts';
import { newFleet, waitForFlush } from './telemetry-provider.ts';

let app: App;
beforeAll(async () => {
  app = await startTracking();
});
afterAll(() => app.stop());

const at = (second: number) => `2026-11-02T07:59:${String(second).padStart(2, '0')}.000Z`;

it('lists of providers and devices say when the last reading came, and what of', async () => {
  const carrier = newTenant();
  const { vehicle, post } = await newFleet(app, carrier, ['TR-1', 'P-1', 'P-2']);
  const own = app.clients(carrier).tracking;
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
  expect((await app.clients(newTenant()).tracking.listDevices({})).data).toEqual([]);
});

it('a device that moved says nothing of its former vehicle', async () => {
  const carrier = newTenant();
  const { vehicle, post } = await newFleet(app, carrier, ['P-1']);
  const own = app.clients(carrier).tracking;
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
