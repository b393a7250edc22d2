import { type Excursion, excursionsIn } from './excursions.ts';
import { coverageOf, type Gap, gapsIn, isCovered } from './gaps.ts';
import { meanKineticTemperature } from './mean-kinetic-temperature.ts';
import { inOrder, type Range, type Reading, type Rules, type Window, within } from './reading.ts';

export interface Sensor {
  device_id: string;
  /** As its last reading says. */
  calibrated_until: string | null;
}

/** What a trace shows. */
export interface Summary {
  min_c: number | null;
  max_c: number | null;
  mkt_c: number | null;
  coverage: number;
  gaps: Gap[];
  excursions: Excursion[];
  sensors: Sensor[];
  result: Result;
}
export type Result = 'in_range' | 'excursion' | 'insufficient_data' | 'uncalibrated';

export interface Kept {
  range: Range;
  window: Window;
  rules: Rules;
}

/** The same for the same readings, in whatever order and however often they came. */
export function summaryOf(readings: readonly Reading[], { range, window, rules }: Kept): Summary {
  const trace = inOrder(within(readings, window));
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
}): Result {
  if (found.hasExcursion) return 'excursion';
  if (!found.isWatched) return 'insufficient_data';
  return found.isCalibrated ? 'in_range' : 'uncalibrated';
}

/** Where the carrier's days begin. */
const carrierDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Johannesburg' });

/**
 * A probe is in calibration to the end of the day that its reading names. Telling a day is slow, and
 * of readings that name the same one, the last is the first to be beyond it.
 */
function isCalibrated(trace: readonly Reading[]): boolean {
  const last = new Map(trace.map(({ calibrated_until, at }) => [calibrated_until, at]));
  return [...last].every(([until, at]) => until !== null && carrierDay.format(at) <= until);
}

function sensorsOf(trace: readonly Reading[]): Sensor[] {
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
