import {
  type ColdChainRules,
  isInRange,
  type TemperatureRange,
  type TemperatureReading,
} from './reading.ts';

/** Readings of one probe out of range, one after the other, with none in range between them. */
export interface OutOfRangeRun {
  device_id: string;
  from: Date;
  /** The latest of them. */
  to: Date;
  min_c: number;
  max_c: number;
}

/**
 * Spell out of range, by the cautious end: from the first reading out of range to the next one in
 * range. Without one it lasts until its probe counts no more, at the latest until the hand-over.
 */
export interface TraceExcursion extends OutOfRangeRun {
  /** Whole minutes from its begin to its end. */
  minutes: number;
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

/** When a run that has not ended becomes an excursion: beyond the limits it is one already. */
export const excursionAt = (
  { from, to, min_c, max_c }: OutOfRangeRun,
  { excursionMs, limits }: ColdChainRules,
): number => {
  const inTime = from.getTime() + excursionMs;
  const isBeyond = limits && !(isInRange(min_c, limits) && isInRange(max_c, limits));
  return isBeyond ? Math.min(to.getTime(), inTime) : inTime;
};

export const isExcursion = (spell: OutOfRangeRun, rules: ColdChainRules): boolean =>
  spell.to.getTime() >= excursionAt(spell, rules);

const minuteMs = 60_000;

export const spellOf = (run: OutOfRangeRun, to: Date): TraceExcursion => ({
  ...run,
  to,
  minutes: Math.floor((to.getTime() - run.from.getTime()) / minuteMs),
});

/**
 * The spells out of range of a trace, in the order in which they began. Each probe is tracked by
 * itself: two that are out of range for three minutes each make no excursion, and one makes one
 * though the other is fine.
 */
export function spellsIn(
  trace: readonly TemperatureReading[],
  range: TemperatureRange,
  endOf: (run: OutOfRangeRun) => Date,
): TraceExcursion[] {
  const runs = new Map<string, OutOfRangeRun>();
  const found: TraceExcursion[] = [];
  for (const reading of trace) {
    const known = runs.get(reading.device_id);
    const isOver = known && endOf(known) < reading.at;
    if (isOver) found.push(spellOf(known, endOf(known)));
    const run = isOver ? undefined : known;
    const next = extendRun(run, reading, range);
    if (next) runs.set(reading.device_id, next);
    else runs.delete(reading.device_id);
    if (run && !next) found.push(spellOf(run, reading.at));
  }
  for (const run of runs.values()) found.push(spellOf(run, endOf(run)));
  return found.sort(byBeginning);
}

const byBeginning = (a: TraceExcursion, b: TraceExcursion): number =>
  a.from.getTime() - b.from.getTime() || (a.device_id < b.device_id ? -1 : 1);
