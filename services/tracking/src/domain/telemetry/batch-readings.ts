/** Validation of a batch: each reading is judged by itself, and its units are converted. */
import {
  isPlainReading,
  reading,
  readingsMax,
  type rejectionCodes,
  type TelemetryReading,
} from '@svc/contracts';

export type ReadingRejectionCode = (typeof rejectionCodes)[number];
export interface ReadingRejection {
  index: number;
  code: ReadingRejectionCode;
}

/** A reading of a batch in the units that are kept: see `StoredReading`. */
export interface MeasuredReading {
  index: number;
  device_id: string;
  seq: number;
  at: Date;
  /** Registration as the reading names it; null when it names none. */
  vehicle: string | null;
  temperature_mc: number | null;
  lat_e6: number | null;
  lng_e6: number | null;
  speed_mh: number | null;
  calibrated_until: string | null;
  /** Older than the watermark when it came: it amends the trace, not the events. */
  late: boolean;
}

export interface ReadingTimeLimits {
  now: Date;
  watermarkMs: number;
  retentionMs: number;
}

const aheadMaxMs = 60_000;

type BatchFault = { path: string[]; code: string; message: string };

/** The readings of a body, as they stand there, or what is wrong with the whole. */
export function readingsOf({
  readings,
}: Record<string, unknown>): { readings: unknown[] } | { fault: BatchFault } {
  if (!Array.isArray(readings)) {
    return faultOf('invalid_type', 'An object whose member readings is an array.');
  }
  if (readings.length === 0) return faultOf('too_small', 'At least one reading.');
  if (readings.length > readingsMax) return faultOf('too_big', `At most ${readingsMax} readings.`);
  return { readings };
}

const faultOf = (code: string, message: string) => ({
  fault: { path: ['readings'], code, message },
});

/** Each reading by itself: one that is not possible is rejected, and the others are not. */
export function validateReadings(
  readings: readonly unknown[],
  bounds: ReadingTimeLimits,
): { measured: MeasuredReading[]; rejected: ReadingRejection[] } {
  const measured: MeasuredReading[] = [];
  const rejected: ReadingRejection[] = [];
  readings.forEach((raw, index) => {
    const judged = isPlainReading(raw) ? timed(raw, index, bounds) : judge(raw, index, bounds);
    if ('code' in judged) rejected.push(judged);
    else measured.push(judged);
  });
  return { measured, rejected };
}

function judge(
  raw: unknown,
  index: number,
  bounds: ReadingTimeLimits,
): MeasuredReading | ReadingRejection {
  const { success, data, error } = reading.safeParse(raw);
  return success ? timed(data, index, bounds) : { index, code: codeOf(error.issues) };
}

type Issue = { code: string; path: PropertyKey[] };
const bounded: ReadonlySet<PropertyKey | undefined> = new Set([
  'position',
  'speed_kmh',
  'temperature_c',
]);

/** Only numbers beyond their bounds are out of range; anything else is no reading. */
const codeOf = (issues: readonly Issue[]): ReadingRejectionCode =>
  issues.every(({ code, path }) => /^too_(big|small)$/.test(code) && bounded.has(path[0]))
    ? 'out_of_range'
    : 'invalid_reading';

function timed(
  raw: TelemetryReading,
  index: number,
  bounds: ReadingTimeLimits,
): MeasuredReading | ReadingRejection {
  const at = new Date(raw.at);
  const ageMs = bounds.now.getTime() - at.getTime();
  if (ageMs < -aheadMaxMs) return { index, code: 'in_future' };
  if (ageMs > bounds.retentionMs) return { index, code: 'too_old' };
  const { position, temperature_c } = raw;
  return {
    index,
    device_id: raw.device_id,
    seq: raw.seq,
    at,
    vehicle: raw.vehicle ?? null,
    temperature_mc: scaled(temperature_c, 1_000),
    lat_e6: scaled(position?.lat, 1_000_000),
    lng_e6: scaled(position?.lng, 1_000_000),
    speed_mh: scaled(raw.speed_kmh, 1_000),
    calibrated_until: raw.calibrated_until ?? null,
    late: ageMs > bounds.watermarkMs,
  };
}

const scaled = (value: number | null | undefined, by: number): number | null =>
  value === null || value === undefined ? null : Math.round(value * by);
