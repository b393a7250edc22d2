import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPlainReading } from './plain-reading.ts';
import { reading } from './telemetry.ts';

const whole = {
  device_id: 'TR-0042',
  seq: 7,
  at: '2026-11-02T08:12:00Z',
  vehicle: 'CA 123-456',
  position: { lat: -26.2041, lng: 28.0473 },
  speed_kmh: 38.5,
  temperature_c: 4.1,
  calibrated_until: '2027-06-30',
};

it.each([
  ['whole', {}],
  ['without a position', { position: null, speed_kmh: undefined }],
  ['without a temperature', { temperature_c: undefined, calibrated_until: null }],
  ['at the edges', { seq: 0, position: { lat: -90, lng: 180 }, speed_kmh: 300 }],
  ['with another offset', { at: '2026-11-02T10:59:30.123456789+02:00' }],
])('a reading is plain: %s', (_what, change) => {
  expect(isPlainReading({ ...whole, ...change })).toBe(true);
});

const strange = fc.constantFrom(
  ...[undefined, null, true, '', ' ', '7', -0, -1, 0.5, 301, 2 ** 53, Infinity, NaN, [], {}, [1]],
  ...['TR 1', '-x', 'x'.repeat(65), 'ca 1', ' CA 1', 'CA\n1', 'C', 'C'.repeat(21)],
  ...['2026-02-29', '2024-02-29', '2026-11-02T08:12:00', '2026-11-02T24:00:00Z', '2026-11-02\n'],
  ...[{ lat: 91, lng: 0 }, { lat: '1', lng: 0 }, { lat: 0 }, { lat: 0, lng: -181 }],
);
const member = <T>(usual: T) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant<unknown>(usual) }, strange);
const anyReading = fc.record(
  {
    device_id: member(whole.device_id),
    seq: member(whole.seq),
    at: member(whole.at),
    vehicle: member(whole.vehicle),
    position: member(whole.position),
    speed_kmh: member(whole.speed_kmh),
    temperature_c: member(whole.temperature_c),
    calibrated_until: member(whole.calibrated_until),
  },
  { requiredKeys: [] },
);

it('whatever is plain passes the schema, and stays as it is', () => {
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: anyReading }, strange), (raw) => {
      if (isPlainReading(raw)) expect(reading.parse(raw)).toEqual(raw);
    }),
    { numRuns: 5_000 },
  );
});
