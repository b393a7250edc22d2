import { forwardedBodies } from '@svc/contracts';
import { expect, it } from 'vitest';
import { geotabReadings } from './geotab.ts';

const dateTime = '2026-11-02T08:59:30.733Z';
const seq = 2 * Date.parse(dateTime);
const diagnostic = (id: string, data: number) => ({ diagnostic: { id }, data });
const cargo = (zone: number) => diagnostic(`DiagnosticCargoTemperatureZone${zone}Id`, 4.1);
const fix = {
  ...{ device_id: 'b1', seq, at: dateTime, position: { lat: -26.2, lng: 28.05 } },
  speed_kmh: 37,
};
const cold = { device_id: 'b1', seq: seq + 1, at: dateTime, temperature_c: 4.1 };

it.each<[string, object, object[]]>([
  ['a fix', { latitude: -26.2, longitude: 28.05, speed: 37 }, [fix]],
  ['none at 0,0', { latitude: 0, longitude: 0, speed: 0 }, []],
  ['zone 1 as the device itself', cargo(1), [cold]],
  ['zone 3 as a device of its own', cargo(3), [{ ...cold, device_id: 'b1:3' }]],
  ['no temperature of the engine', diagnostic('DiagnosticEngineCoolantTemperatureId', 88), []],
  ['no temperature of the weather', diagnostic('DiagnosticOutsideTemperatureId', 31), []],
])('a body of geotab becomes readings: %s', (_, record, expected) => {
  const data = [{ id: 'b1A2', device: { id: 'b1' }, dateTime, ...record }];
  expect(geotabReadings(forwardedBodies.geotab.parse({ result: { data } }))).toEqual(expected);
});

it.each([
  [{ latitude: -26.2 }, ['longitude']],
  [{}, ['latitude', 'longitude']],
  [{ diagnostic: { id: 'DiagnosticCargoTemperatureZone1Id' } }, ['data']],
])('a record of Geotab %j is refused for want of %j', (record, names) => {
  const data = [{ device: { id: 'b1' }, dateTime, ...record }];
  const { error } = forwardedBodies.geotab.safeParse({ result: { data } });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(
    names.map((name) => `result.data.0.${name}`),
  );
});
