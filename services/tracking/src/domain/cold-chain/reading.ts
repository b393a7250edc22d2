/**
 * Terms of the cold chain
 * - **reading**: one temperature that one probe told, known by (provider, device, seq).
 * - **range**: what the parcels must be kept in; both edges are in it.
 * - **window**: the time in which the carrier had the parcels.
 * - **trace**: the readings of a window, in the order of `inOrder`.
 */
export interface TemperatureReading {
  device_id: string;
  seq: number;
  at: Date;
  temperature_c: number;
  /** The last day on which the probe is in calibration, `YYYY-MM-DD`; null when nobody said. */
  calibrated_until: string | null;
}

/** Where a reading stands in a trace. */
export type ReadingKey = Pick<TemperatureReading, 'at' | 'device_id' | 'seq'>;

export interface TemperatureRange {
  min: number;
  max: number;
}

export interface TraceWindow {
  from: Date;
  to: Date;
}

export interface ColdChainRules {
  /** Out of range for so long is an excursion. */
  excursionMs: number;
  /** Beyond these is an excursion immediately; absent for no limits. */
  limits?: TemperatureRange;
  /** Silence longer than this is a gap. */
  gapMs: number;
  /** The share of the window, in percent, that must not be a gap. */
  coveragePercent: number;
}

const minuteMs = 60_000;

export const defaultRules: ColdChainRules = {
  excursionMs: 5 * minuteMs,
  gapMs: 15 * minuteMs,
  coveragePercent: 90,
};

/** In range when it is neither below nor above; the edges are in. */
export const isInRange = (temperature: number, { min, max }: TemperatureRange): boolean =>
  temperature >= min && temperature <= max;

/**
 * Sentinels of the DS18B20, exactly: 85 °C after power-on, −127 °C when disconnected. Nobody but a
 * person can tell whether such a reading was measured.
 */
const sentinels: ReadonlySet<number> = new Set([85, -127]);
export const isSuspect = ({ temperature_c }: { temperature_c: number | null }): boolean =>
  temperature_c !== null && sentinels.has(temperature_c);

/**
 * The one order of a trace, whatever order its readings came in: by time, then probe, then number.
 * A reading that came twice is there once.
 */
export function sortTrace(readings: readonly TemperatureReading[]): TemperatureReading[] {
  const sorted = readings.toSorted(compareReadings);
  return sorted.filter((reading, i) => {
    const before = sorted[i - 1];
    return !before || compareReadings(before, reading) !== 0;
  });
}

export const compareReadings = (a: ReadingKey, b: ReadingKey): number =>
  a.at.getTime() - b.at.getTime() || byText(a.device_id, b.device_id) || a.seq - b.seq;

/** By code unit, as on every machine; a locale would decide otherwise here and there. */
const byText = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/** The readings of a window, its ends included. */
export const readingsWithin = (
  readings: readonly TemperatureReading[],
  { from, to }: TraceWindow,
): TemperatureReading[] => readings.filter(({ at }) => at >= from && at <= to);
