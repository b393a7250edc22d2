/**
 * Fast path of validation: recognises a usual reading at a fraction of the schema's cost. Other
 * readings are validated by the schema, which accepts every usual one unchanged.
 */
import { z } from 'zod';
import {
  celsiusBounds,
  deviceIdForm,
  readingSpeedMaxKmh,
  type TelemetryReading,
} from './telemetry.ts';

const registration = /^[A-Z0-9][A-Z0-9 -]{0,18}[A-Z0-9]$/;
const instant = z.regexes.datetime({ offset: true });
const { date } = z.regexes;

type Members = Record<string, unknown>;
const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

export function isPlainReading(raw: unknown): raw is TelemetryReading {
  if (!isObject(raw)) return false;
  const { position, temperature_c } = raw;
  return (
    isText(raw.device_id, deviceIdForm) &&
    Number.isSafeInteger(raw.seq) &&
    isWithin(raw.seq, 0, Number.MAX_SAFE_INTEGER) &&
    isText(raw.at, instant) &&
    (isAbsent(raw.vehicle) || isText(raw.vehicle, registration)) &&
    (isAbsent(position) || isPosition(position)) &&
    (isAbsent(raw.speed_kmh) || isWithin(raw.speed_kmh, 0, readingSpeedMaxKmh)) &&
    (isAbsent(temperature_c) || isWithin(temperature_c, celsiusBounds.min, celsiusBounds.max)) &&
    (isAbsent(raw.calibrated_until) || isDay(raw.calibrated_until)) &&
    !(isAbsent(position) && isAbsent(temperature_c))
  );
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;
const isText = (value: unknown, form: RegExp): boolean =>
  typeof value === 'string' && form.test(value);
const isWithin = (value: unknown, min: number, max: number): boolean =>
  typeof value === 'number' && value >= min && value <= max;
const isPosition = (value: unknown): boolean =>
  isObject(value) && isWithin(value.lat, -90, 90) && isWithin(value.lng, -180, 180);

/** Cached: thousands of readings name the same few days. */
const days = new Set<string>();
const daysMax = 1_000;

function isDay(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (days.has(value)) return true;
  if (!date.test(value)) return false;
  if (days.size >= daysMax) days.clear();
  days.add(value);
  return true;
}
