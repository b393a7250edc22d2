import { type ColdChain, carrierDayOf, type SuspectDecision } from '@svc/contracts';
import { isExcursion, spellsIn, type TraceExcursion } from './excursions.ts';
import { coverageOf, gapsIn, isCovered, type TraceGap } from './gaps.ts';
import { meanKineticTemperature } from './mean-kinetic-temperature.ts';
import { countingOf, endsOf, type ProbeWatch, watchOfReporting } from './probe-watch.ts';
import {
  type ColdChainRules,
  isSuspect,
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
  /** Spells out of range that are too short for an excursion. */
  exposures: TraceExcursion[];
  /** Readings that may not have been measured. */
  suspects: TemperatureReading[];
  decision: SuspectDecision | null;
  sensors: TraceSensor[];
  result: TraceResult;
}
export type TraceResult = ColdChain['result'];

export interface TraceCriteria {
  range: TemperatureRange;
  window: TraceWindow;
  rules: ColdChainRules;
  /** Which probes count; without it all that report, for the whole window. */
  watch?: ProbeWatch | undefined;
  /** Of a person, on all suspect readings. */
  decision?: SuspectDecision | null | undefined;
}

/**
 * The same for the same readings, in whatever order and however often they came. Suspect readings
 * are among the figures and out of no range while nobody has decided; those of a sensor's fault count
 * for nothing.
 */
export function summaryOf(readings: readonly TemperatureReading[], criteria: TraceCriteria) {
  const { range, window, rules, decision = null } = criteria;
  const inside = sortTrace(readingsWithin(readings, window));
  const watch = criteria.watch ?? watchOfReporting(inside, window);
  const counted = inside.filter(countingOf(watch));
  const suspects = counted.filter(isSuspect);
  const trace = countedAfter(decision, counted);
  const measured = decision === 'genuine' ? trace : trace.filter((reading) => !isSuspect(reading));
  const temperatures = trace.map(({ temperature_c }) => temperature_c);
  const gaps = gapsIn(trace, window, { rules, watch });
  const endOf = endsOf(watch);
  const spells = spellsIn(
    measured,
    range,
    ({ device_id, to }) => endOf({ device_id, at: to })?.to ?? window.to,
  );
  const excursions = spells.filter((spell) => isExcursion(spell, rules));
  const exposures = spells.filter((spell) => !isExcursion(spell, rules));
  return {
    min_c: least(temperatures),
    max_c: greatest(temperatures),
    mkt_c: meanKineticTemperature(temperatures),
    coverage: coverageOf(gaps, window),
    ...{ gaps, excursions, exposures, suspects, decision },
    sensors: sensorsOf(trace, watch),
    result: resultOf({
      hasExcursion: excursions.length > 0,
      isWatched: isCovered(gaps, window, rules) && (decision !== null || suspects.length === 0),
      isCalibrated: isCalibrated(trace),
      isExposed: exposures.length > 0,
    }),
  } satisfies TraceSummary;
}

/** The readings that figures and digest are computed from. */
export const countedAfter = (
  decision: SuspectDecision | null,
  readings: readonly TemperatureReading[],
): readonly TemperatureReading[] =>
  decision === 'sensor_fault' ? readings.filter((reading) => !isSuspect(reading)) : readings;

/**
 * Harm that was seen outweighs what was not seen, and that outweighs what was seen with a probe that
 * cannot be relied on. Only what was watched enough, by calibrated probes, was in range, or out of it
 * for no longer than is allowed.
 */
function resultOf(found: {
  hasExcursion: boolean;
  isWatched: boolean;
  isCalibrated: boolean;
  isExposed: boolean;
}): TraceResult {
  if (found.hasExcursion) return 'excursion';
  if (!found.isWatched) return 'insufficient_data';
  if (!found.isCalibrated) return 'uncalibrated';
  return found.isExposed ? 'brief_exposure' : 'in_range';
}

/**
 * A probe is in calibration to the end of the day that its reading names. Telling a day is slow, and
 * of readings that name the same one, the last is the first to be beyond it.
 */
function isCalibrated(trace: readonly TemperatureReading[]): boolean {
  const last = new Map(trace.map(({ calibrated_until, at }) => [calibrated_until, at]));
  return [...last].every(([until, at]) => until !== null && carrierDayOf(at) <= until);
}

/** Also those that should have reported. */
function sensorsOf(trace: readonly TemperatureReading[], { spans }: ProbeWatch): TraceSensor[] {
  const silent = spans.filter(({ isProbe }) => isProbe);
  const last = new Map<string, string | null>([
    ...silent.map(({ device_id }) => [device_id, null] as const),
    ...trace.map((reading) => [reading.device_id, reading.calibrated_until] as const),
  ]);
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
