import {
  extendRun,
  isExcursion,
  type OutOfRangeRun,
  toExcursion,
} from '../cold-chain/excursions.ts';
import type {
  ColdChainRules,
  TemperatureRange,
  TemperatureReading,
} from '../cold-chain/reading.ts';

/** Evaluation state of one probe in one job; stored as JSON. */
export interface ProbeState {
  /** The minute of which a reading was told last. */
  minute: string | null;
  run: { from: string; to: string; min_c: number; max_c: number } | null;
  /** That the run is an excursion was told. */
  told: boolean;
}
export type ProbeStates = Readonly<Record<string, ProbeState>>;

const fresh: ProbeState = { minute: null, run: null, told: false };

/**
 * One more reading of a probe, in the order of time. Of each minute the first is told; a run is told
 * as an excursion once, by the reading with which it has lasted long enough.
 */
export function observeReading(
  probes: ProbeStates,
  reading: TemperatureReading,
  kept: { range: TemperatureRange; rules: ColdChainRules },
) {
  const { device_id, at } = reading;
  const before = probes[device_id] ?? fresh;
  const run = extendRun(runOf(before, device_id), reading, kept.range);
  const isNew = run !== undefined && !(before.run && before.told) && isExcursion(run, kept.rules);
  const minute = at.toISOString().slice(0, 16);
  const after: ProbeState = {
    minute,
    run: run ? written(run) : null,
    told: run !== undefined && (isNew || (before.run !== null && before.told)),
  };
  return {
    probes: { ...probes, [device_id]: after },
    isFirstOfMinute: minute !== before.minute,
    excursion: isNew && run ? toExcursion(run, true) : undefined,
  };
}

/** Probes that were out of range when last evaluated. */
export const openRunsOf = (probes: ProbeStates): Map<string, OutOfRangeRun> =>
  new Map(
    Object.entries(probes).flatMap(([device_id, probe]) => {
      const run = runOf(probe, device_id);
      return run ? [[device_id, { ...run, to: new Date(run.to) }] as const] : [];
    }),
  );

const runOf = ({ run }: ProbeState, device_id: string): OutOfRangeRun | undefined =>
  run ? { ...run, device_id, from: new Date(run.from), to: new Date(run.to) } : undefined;

const written = ({ from, to, min_c, max_c }: OutOfRangeRun) => ({
  from: from.toISOString(),
  to: to.toISOString(),
  min_c,
  max_c,
});
