import { carrierDayOf } from '@svc/contracts';
import { excursionsIn, type TraceExcursion } from './excursions.ts';
import { coverageOf, gapsIn, isCovered, type TraceGap } from './gaps.ts';
import { meanKineticTemperature } from './mean-kinetic-temperature.ts';
import {
  type ColdChainRules,
  readingsWithin,
  sortTrace,
  type TemperatureRange,
  type TemperatureReading,
  type TraceWindow,
} from './reading.ts';

export interface TraceSensor {
  device_id: string;
  /** As its last reading says. */
  calibrated_until: string | null;
}

/** Summary of a trace. */
export interface TraceSummary {
  min_c: number | null;
  max_c: number | null;
  mkt_c: number | null;
  coverage: number;
  gaps: TraceGap[];
  excursions: TraceExcursion[];
  sensors: TraceSensor[];
  result: TraceResult;
}
export type TraceResult = 'in_range' | 'excursion' | 'insufficient_data' | 'uncalibrated';

export interface TraceCriteria {
  range: TemperatureRange;
  window: TraceWindow;
  rules: ColdChainRules;
}

/** The same for the same readings, in whatever order and however often they came. */
export function summaryOf(
  readings: readonly TemperatureReading[],
  { range, window, rules }: TraceCriteria,
): TraceSummary {
  const trace = sortTrace(readingsWithin(readings, window));
  const temperatures = trace.map(({ temperature_c }) => temperature_c);
  const gaps = gapsIn(trace, window, rules);
  const excursions = excursionsIn(trace, range, rules);
  return {
    min_c: least(temperatures),
    max_c: greatest(temperatures),
    mkt_c: meanKineticTemperature(temperatures),
    coverage: coverageOf(gaps, window),
    gaps,
    excursions,
    sensors: sensorsOf(trace),
    result: resultOf({
      hasExcursion: excursions.length > 0,
      isWatched: isCovered(gaps, window, rules),
      isCalibrated: isCalibrated(trace),
    }),
  };
}

/**
 * Harm that was seen outweighs what was not seen, and that outweighs what was seen with a probe that
 * cannot be relied on. Only what was watched enough, by calibrated probes, was in range.
 */
function resultOf(found: {
  hasExcursion: boolean;
  isWatched: boolean;
  isCalibrated: boolean;
}): TraceResult {
  if (found.hasExcursion) return 'excursion';
  if (!found.isWatched) return 'insufficient_data';
  return found.isCalibrated ? 'in_range' : 'uncalibrated';
}

/**
 * A probe is in calibration to the end of the day that its reading names. Telling a day is slow, and
 * of readings that name the same one, the last is the first to be beyond it.
 */
function isCalibrated(trace: readonly TemperatureReading[]): boolean {
  const last = new Map(trace.map(({ calibrated_until, at }) => [calibrated_until, at]));
  return [...last].every(([until, at]) => until !== null && carrierDayOf(at) <= until);
}

function sensorsOf(trace: readonly TemperatureReading[]): TraceSensor[] {
  const last = new Map(trace.map((reading) => [reading.device_id, reading.calibrated_until]));
  return [...last]
    .map(([device_id, calibrated_until]) => ({ device_id, calibrated_until }))
    .sort((a, b) => (a.device_id < b.device_id ? -1 : 1));
}

/** Not by spreading: a call takes no hundred thousand arguments. */
const least = (values: readonly number[]): number | null =>
  values.reduce<number | null>((low, value) => (low === null || value < low ? value : low), null);
const greatest = (values: readonly number[]): number | null =>
  values.reduce<number | null>(
    (high, value) => (high === null || value > high ? value : high),
    null,
  );
