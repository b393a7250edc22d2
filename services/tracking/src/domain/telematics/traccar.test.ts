import { forwardedBodies } from '@svc/contracts';
import { expect, it } from 'vitest';
import { traccarReadings } from './traccar.ts';

const at = '2026-11-02T08:59:30.000+00:00';
const seq = 2 * Date.parse(at);
const good = { deviceTime: at, fixTime: at, valid: true, latitude: -26.2, longitude: 28.05 };
const readingsOf = (change: object) =>
  traccarReadings(
    forwardedBodies.traccar.parse({
      position: { ...good, speed: 20, ...change },
      device: { uniqueId: '86', name: 'Van' },
    }),
  );
const fix = {
  ...{ device_id: '86', seq, at, position: { lat: -26.2, lng: 28.05 } },
  speed_kmh: expect.closeTo(37.04, 9),
};
const cold = { device_id: '86', seq: seq + 1, at, temperature_c: 4.1 };
const later = '2026-11-02T09:01:30.000+00:00';

it.each<[string, object, object[]]>([
  ['a fix, its knots in km/h', {}, [fix]],
  ['a speed that is unknown', { speed: null }, [{ ...fix, speed_kmh: null }]],
  ['no position where the fix is not valid', { valid: false }, []],
  ['no position where it is outdated', { outdated: true }, []],
  ['no position at 0,0', { latitude: 0, longitude: 0 }, []],
  ['a position on the equator', { latitude: 0 }, [{ ...fix, position: { lat: 0, lng: 28.05 } }]],
  [
    'a position and the first probe of the device itself',
    { attributes: { temp1: 4.1 } },
    [fix, cold],
  ],
  [
    'each further probe of a device of its own, whether the first measures or not',
    { valid: false, attributes: { temp1: null, temp2: -127, temp4: 0, batteryLevel: 80 } },
    [
      { ...cold, device_id: '86:2', temperature_c: -127 },
      { ...cold, device_id: '86:4', temperature_c: 0 },
    ],
  ],
  [
    'an old fix at its own time, beside a temperature of now',
    { deviceTime: later, attributes: { temp1: 4.1 } },
    [fix, { ...cold, at: later, seq: 2 * Date.parse(later) + 1 }],
  ],
])('a body of traccar becomes readings: %s', (_, change, expected) => {
  expect(readingsOf(change)).toEqual(expected);
});
