import { vehiclePosition } from '@svc/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, newTenant, startTracking } from './app.ts';
import { newFleet, waitForFlush } from './telemetry-provider.ts';

let app: App;
beforeAll(async () => {
  app = await startTracking();
});
afterAll(() => app.stop());

const place = { lat: -26.2041, lng: 28.0473 };
const at = (second: number) => `2026-11-02T07:59:${String(second).padStart(2, '0')}.000Z`;

it('answers the newest position and temperature of each of the own vehicles, by id', async () => {
  const carrier = newTenant();
  const { vehicle, post } = await newFleet(app, carrier, ['TR-1', 'P-1']);
  const own = app.clients(carrier).tracking;
  app.clock.advanceMs(1);
  const unseen = await own.createVehicle({ registration: 'CA 2' });
  await app.clients(newTenant()).tracking.createVehicle({ registration: 'CA 3' });
  await post([
    { device_id: 'TR-1', seq: 1, at: at(10), position: { lat: -26, lng: 28 }, temperature_c: 9 },
    { device_id: 'TR-1', seq: 2, at: at(20), position: place },
    { device_id: 'P-1', seq: 1, at: at(15), temperature_c: 4.5 },
  ]);
  await waitForFlush(app);
  const { data } = await own.listVehiclePositions({});
  expect(data.map((each) => vehiclePosition.strict().parse(each))).toEqual([
    {
      id: vehicle.id,
      registration: vehicle.registration,
      last_position: place,
      seen_at: at(20),
      temperature_c: 4.5,
      measured_at: at(15),
    },
    {
      id: unseen.id,
      registration: 'CA 2',
      last_position: null,
      seen_at: null,
      temperature_c: null,
      measured_at: null,
    },
  ]);
  const first = await own.listVehiclePositions({ limit: 1 });
  expect(first).toMatchObject({ data: [{ id: vehicle.id }], has_more: true });
  const rest = await own.listVehiclePositions({ starting_after: vehicle.id });
  expect(rest).toMatchObject({ data: [{ id: unseen.id }], has_more: false });
});

it('forgets both when the device moves to another vehicle', async () => {
  const carrier = newTenant();
  const { post } = await newFleet(app, carrier, ['TR-2']);
  const own = app.clients(carrier).tracking;
  await post([{ device_id: 'TR-2', seq: 1, at: at(1), position: place, temperature_c: 4 }]);
  await waitForFlush(app);
  const other = await own.createVehicle({ registration: 'CA 9' });
  await own.createDevice({ device_id: 'TR-2', vehicle_id: other.id });
  const { data } = await own.listVehiclePositions({});
  expect(data.map(({ seen_at, measured_at }) => [seen_at, measured_at])).toEqual([
    [null, null],
    [null, null],
  ]);
});
