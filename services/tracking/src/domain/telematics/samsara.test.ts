import { forwardedBodies } from '@svc/contracts';
import { expect, it } from 'vitest';
import { samsaraReadings } from './samsara.ts';

const time = '2026-11-02T08:59:30Z';
const seq = 2 * Date.parse(time);
const gps = { time, latitude: -26.2, longitude: 28.05, speedMilesPerHour: 50 };
const fix = {
  ...{ device_id: '28', seq, at: time, position: { lat: -26.2, lng: 28.05 } },
  speed_kmh: expect.closeTo(80.4672, 9),
};
const cold = { device_id: '28', seq: seq + 1, at: time, temperature_c: 4.1 };
const value = [{ time, value: 4_100 }];

it.each<[string, object, object[]]>([
  ['a fix, its miles in kilometres', { gps: [gps] }, [fix]],
  ['none at 0,0', { gps: [{ ...gps, latitude: 0, longitude: 0 }] }, []],
  ['nothing of a vehicle that has none of these', { name: 'Van', engineStates: [] }, []],
  ['zone 1 as the device itself', { reeferReturnAirTemperatureMilliCZone1: value }, [cold]],
  [
    'further zones as devices of their own',
    {
      reeferReturnAirTemperatureMilliCZone2: value,
      reeferReturnAirTemperatureMilliCZone3: [{ time, value: -18_050 }],
    },
    [
      { ...cold, device_id: '28:2' },
      { ...cold, device_id: '28:3', temperature_c: -18.05 },
    ],
  ],
  [
    'the air outside as no probe of the cargo',
    { ambientAirTemperatureMilliC: [{ time, value: 31_000 }] },
    [{ ...cold, device_id: '28:ambient', temperature_c: 31 }],
  ],
])('a body of samsara becomes readings: %s', (_, stats, expected) => {
  const body = forwardedBodies.samsara.parse({ data: [{ id: '28', ...stats }] });
  expect(samsaraReadings(body)).toEqual(expected);
});
