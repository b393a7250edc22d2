import { forwardedBodies } from '@svc/contracts';
import { expect, it } from 'vitest';
import { tiveReadings } from './tive.ts';

const EntryTimeUtc = '2026-11-02T08:59:30.8229403';
const at = `${EntryTimeUtc}Z`;
const seq = 2 * Date.parse('2026-11-02T08:59:30.822Z');
const Location = { Latitude: -26.2, Longitude: 28.05, LocationMethod: 'gps' };
const position = { lat: -26.2, lng: 28.05 };
const fix = { device_id: '86', seq, at, position, speed_kmh: null };
const cold = { device_id: '86', seq: seq + 1, at, temperature_c: 4.1 };

it.each<[string, object, object[]]>([
  ['a fix, in UTC by default', { Location }, [fix]],
  ['a fix of 300 m', { Location: { ...Location, Accuracy: { Meters: 300 } } }, [fix]],
  ['none of mobile cells', { Location: { ...Location, Accuracy: { Meters: 301 } } }, []],
  ['none without a location', { Location: null }, []],
  ['none at 0,0', { Location: { Latitude: 0, Longitude: 0 } }, []],
  [
    'the tracker itself and its probe',
    { Temperature: { Celsius: 4.1, Fahrenheit: 39.38 }, ProbeTemperature: { Celsius: -70 } },
    [cold, { ...cold, device_id: '86:2', temperature_c: -70 }],
  ],
  [
    'degrees Fahrenheit alone in Celsius',
    { Temperature: { Celsius: null, Fahrenheit: 39.38 } },
    [{ ...cold, temperature_c: expect.closeTo(4.1, 9) }],
  ],
  [
    'zero degrees as a temperature',
    { Temperature: { Celsius: 0 } },
    [{ ...cold, temperature_c: 0 }],
  ],
  ['nothing without either', { Temperature: null, Humidity: { Percentage: 48 } }, []],
  ['a time that says UTC', { EntryTimeUtc: at, Location }, [fix]],
])('a body of tive becomes readings: %s', (_, members, expected) => {
  const body = { DeviceId: '86', DeviceName: 'A571992', EntryTimeUtc, ...members };
  expect(tiveReadings(forwardedBodies.tive.parse(body))).toEqual(expected);
});
