import { forwardedBodies } from '@svc/contracts';
import { expect, it } from 'vitest';
import { cartrackReadings } from './cartrack.ts';

const event_ts = '2026-11-02 10:59:30+02';
const at = '2026-11-02T10:59:30+02:00';
const seq = 2 * Date.parse('2026-11-02T08:59:30Z');
const location = { latitude: -26.2, longitude: 28.05 };
const fix = { device_id: '42', seq, at, position: { lat: -26.2, lng: 28.05 }, speed_kmh: 37 };
const cold = { device_id: '42', seq: seq + 1, at, temperature_c: 4.1 };

it.each<[string, object, object[]]>([
  ['a fix at the time of the event', { location, speed: 37 }, [fix]],
  [
    'a fix at its own time, which is older',
    { location: { ...location, updated: '2026-11-02 10:58:30+02' }, speed: 37 },
    [{ ...fix, at: '2026-11-02T10:58:30+02:00', seq: seq - 120_000 }],
  ],
  ['no position where there is none', { location: null }, []],
  ['none at 0,0', { location: { latitude: 0, longitude: 0 } }, []],
  ['none without coordinates', { location: { latitude: null, longitude: null } }, []],
  [
    'probes that are fitted, the first as the device itself',
    { temp1: 4.1, temp2: null, temp3: -18, temp4: null, unit_temp: 51 },
    [cold, { ...cold, device_id: '42:3', temperature_c: -18 }],
  ],
  ['nothing of a vehicle that never reported', { event_ts: null, temp1: 4.1 }, []],
  [
    'times with minutes in their offset',
    { event_ts: '2026-11-02T10:59:30.500+02:00', temp1: 4.1 },
    [{ ...cold, at: '2026-11-02T10:59:30.500+02:00', seq: seq + 1_001 }],
  ],
])('a body of cartrack becomes readings: %s', (_, status, expected) => {
  const data = [{ vehicle_id: 42, registration: 'CA123456', event_ts, ...status }];
  expect(cartrackReadings(forwardedBodies.cartrack.parse({ data }))).toEqual(expected);
});
