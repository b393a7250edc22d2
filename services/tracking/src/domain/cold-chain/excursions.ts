import {
  type ColdChainRules,
  isInRange,
  type TemperatureRange,
  type TemperatureReading,
} from './reading.ts';

/** Readings of one probe out of range, one after the other, from the first to the latest of them. */
export interface OutOfRangeRun {
  device_id: string;
  from: Date;
  to: Date;
  min_c: number;
  max_c: number;
}

export interface TraceExcursion extends OutOfRangeRun {
  /** Whole minutes between the first and the last reading out of range. */
  minutes: number;
  /** No reading in range has ended it yet. */
  open: boolean;
}

/**
 * Extends the run of a probe by a reading: in range ends it, out of range begins or prolongs it.
 * Silence ends nothing, for silence is not in range.
 */
export function extendRun(
  run: OutOfRangeRun | undefined,
  reading: TemperatureReading,
  range: TemperatureRange,
): OutOfRangeRun | undefined {
  const { device_id, at, temperature_c } = reading;
  if (isInRange(temperature_c, range)) return undefined;
  return {
    device_id,
    from: run?.from ?? at,
    to: at,
    min_c: Math.min(run?.min_c ?? temperature_c, temperature_c),
    max_c: Math.max(run?.max_c ?? temperature_c, temperature_c),
  };
}

/** A run is an excursion from the moment it has lasted the whole time that the rules give it. */
export const isExcursion = (
  { from, to }: OutOfRangeRun,
  { excursionMs }: ColdChainRules,
): boolean => to.getTime() - from.getTime() >= excursionMs;

const minuteMs = 60_000;

export const toExcursion = (run: OutOfRangeRun, open: boolean): TraceExcursion => ({
  ...run,
  minutes: Math.floor((run.to.getTime() - run.from.getTime()) / minuteMs),
  open,
});

/**
 * The excursions of a trace, in the order in which they began. Each probe is tracked by itself: two
 * that are out of range for three minutes each make none, and one makes one though the other is fine.
 */
export function excursionsIn(
  trace: readonly TemperatureReading[],
  range: TemperatureRange,
  rules: ColdChainRules,
): TraceExcursion[] {
  const runs = new Map<string, OutOfRangeRun>();
  const found: TraceExcursion[] = [];
  const keep = (run: OutOfRangeRun | undefined, open: boolean) => {
    if (run && isExcursion(run, rules)) found.push(toExcursion(run, open));
  };
  for (const reading of trace) {
    const run = runs.get(reading.device_id);
    const next = extendRun(run, reading, range);
    if (next) {
      runs.set(reading.device_id, next);
    } else {
      keep(run, false);
      runs.delete(reading.device_id);
    }
  }
  for (const run of runs.values()) keep(run, true);
  return found.sort(byBeginning);
}

const byBeginning = (a: TraceExcursion, b: TraceExcursion): number =>
  a.from.getTime() - b.from.getTime() || (a.device_id < b.device_id ? -1 : 1);
