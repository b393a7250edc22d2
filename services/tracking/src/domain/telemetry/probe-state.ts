import type { OperatingArea } from '@svc/contracts';
import {
  excursionAt,
  extendRun,
  isExcursion,
  type OutOfRangeRun,
  spellOf,
} from '../cold-chain/excursions.ts';
import {
  type ColdChainRules,
  isSuspect,
  type TemperatureRange,
  type TemperatureReading,
} from '../cold-chain/reading.ts';
import type { Sighting } from '../prediction.ts';
import { isGoodFix } from './position-fix.ts';

/** Evaluation state of one probe in one job; stored as JSON. */
export interface ProbeState {
  /** The minute of which a reading was told last. */
  minute: string | null;
  run: { from: string; to: string; min_c: number; max_c: number } | null;
  /** That the run is an excursion was told. */
  told: boolean;
  /** Last good position of the device; absent before its first evaluated reading. */
  fix?: { at: string; lat: number; lng: number } | null;
}
export type ProbeStates = Readonly<Record<string, ProbeState>>;

const fresh: ProbeState = { minute: null, run: null, told: false };

/**
 * One more reading of a probe, in the order of time. Of each minute the first is told; a run is told
 * as an excursion once, by the reading with which it has lasted long enough, be that in range or not.
 */
export function observeReading(
  probes: ProbeStates,
  reading: TemperatureReading,
  kept: { range: TemperatureRange; rules: ColdChainRules },
) {
  const { device_id, at } = reading;
  const before = probes[device_id] ?? fresh;
  const known = runOf(before, device_id);
  const run = isSuspect(reading) ? known : extendRun(known, reading, kept.range);
  const open = run ?? known;
  const spell = open && spellOf(open, at);
  const wasTold = before.run !== null && before.told;
  const isNew = spell !== undefined && !wasTold && isExcursion(spell, kept.rules);
  const minute = at.toISOString().slice(0, 16);
  const after: ProbeState = {
    ...before,
    minute,
    run: run ? written(run) : null,
    told: run !== undefined && (isNew || wasTold),
  };
  return {
    probes: { ...probes, [device_id]: after },
    isFirstOfMinute: minute !== before.minute,
    excursion: isNew ? spell : undefined,
  };
}

/**
 * Judges the position of the next reading of a device, in the order of time, by its last good one;
 * null when it is a bad fix.
 */
export function judgePosition(
  probes: ProbeStates,
  {
    device_id,
    at,
    position,
  }: { device_id: string; at: Date; position: Sighting['position'] | null },
  area: OperatingArea,
) {
  const before = probes[device_id] ?? fresh;
  const last = before.fix ? { at: new Date(before.fix.at), position: before.fix } : null;
  const good = position && isGoodFix({ at, position }, last, area) ? position : null;
  const fix = good ? { at: at.toISOString(), ...good } : (before.fix ?? null);
  return { probes: { ...probes, [device_id]: { ...before, fix } }, position: good };
}

/** Whether a reading of the job was evaluated before: the last good positions are known then. */
export const hasFixes = (probes: ProbeStates): boolean =>
  Object.values(probes).some(({ fix }) => fix !== undefined);

/**
 * The runs that become excursions by time alone before this moment, as no reading in range has ended
 * them: the earliest first, each at its own time.
 */
export function ripeRuns(
  probes: ProbeStates,
  rules: ColdChainRules,
  isRipe: (run: OutOfRangeRun, atMs: number) => boolean,
) {
  const ripe = Object.entries(probes).flatMap(([device_id, probe]) => {
    const run = runOf(probe, device_id);
    const atMs = run ? excursionAt(run, rules) : Infinity;
    if (!run || probe.told || !isRipe(run, atMs)) return [];
    return [
      {
        spell: spellOf(run, new Date(atMs)),
        entry: [device_id, { ...probe, told: true }] as const,
      },
    ];
  });
  const excursions = ripe.map(({ spell }) => spell);
  excursions.sort(
    (a, b) => a.to.getTime() - b.to.getTime() || (a.device_id < b.device_id ? -1 : 1),
  );
  return {
    probes: { ...probes, ...Object.fromEntries(ripe.map(({ entry }) => entry)) },
    excursions,
  };
}

/** Ends the runs of probes that left: what they tell when they are back begins another. */
export const withoutEnded = (
  probes: ProbeStates,
  isEnded: (run: OutOfRangeRun) => boolean,
): ProbeStates => {
  const ended = [...openRunsOf(probes).values()].filter(isEnded);
  const states = ended.map(({ device_id }) => {
    return [device_id, { ...fresh, ...probes[device_id], run: null, told: false }] as const;
  });
  return { ...probes, ...Object.fromEntries(states) };
};

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
