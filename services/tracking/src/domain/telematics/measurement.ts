/**
 * What a tracker measured at one time, as readings. A position and each temperature are readings of
 * their own: systems send them in separate streams, or a position that is older than the temperature.
 */
import type { ProbeTemperatures, TelemetryReading } from '@svc/contracts';

type Measured = number | null | undefined;

interface Moment {
  device_id: string;
  /** RFC 3339. */
  at: string;
}

interface Fix {
  lat: Measured;
  lng: Measured;
  speed_kmh?: number | null | undefined;
}

/**
 * Sequence number: the time in ms, so that a repeated measurement is a duplicate. It is doubled, and
 * odd for a temperature: a position of the same time is another reading.
 */
const seqOf = (at: string, kind: 'position' | 'temperature'): number =>
  2 * Date.parse(at) + (kind === 'temperature' ? 1 : 0);

/** None without a fix, which many trackers report as 0,0. */
export function positionReadings(
  { device_id, at }: Moment,
  { lat, lng, speed_kmh = null }: Fix,
): TelemetryReading[] {
  if (typeof lat !== 'number' || typeof lng !== 'number' || (lat === 0 && lng === 0)) return [];
  return [{ device_id, seq: seqOf(at, 'position'), at, position: { lat, lng }, speed_kmh }];
}

/** The first probe is of the device itself, others of `<device>:<n>`. None measures nothing. */
export function temperatureReadings(
  { device_id: device, at }: Moment,
  temperature_c: Measured,
  probe = 1,
): TelemetryReading[] {
  if (typeof temperature_c !== 'number') return [];
  const device_id = probe === 1 ? device : `${device}:${probe}`;
  return [{ device_id, seq: seqOf(at, 'temperature'), at, temperature_c }];
}

export const probeReadings = (
  moment: Moment,
  { temp1, temp2, temp3, temp4 }: ProbeTemperatures,
): TelemetryReading[] =>
  [temp1, temp2, temp3, temp4].flatMap((celsius, index) =>
    temperatureReadings(moment, celsius, index + 1),
  );

/** Converts a speed or temperature that may be missing. */
export const converted = (value: Measured, convert: (value: number) => number): number | null =>
  typeof value === 'number' ? convert(value) : null;
