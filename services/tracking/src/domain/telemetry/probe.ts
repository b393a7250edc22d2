import { follow, isExcursion, type Run, toExcursion } from '../cold-chain/excursions.ts';
import type { Range, Reading, Rules } from '../cold-chain/reading.ts';

/** What has been decided of one probe in one job; kept as JSON. */
export interface Probe {
  /** The minute of which a reading was told last. */
  minute: string | null;
  run: { from: string; to: string; min_c: number; max_c: number } | null;
  /** That the run is an excursion was told. */
  told: boolean;
}
export type Probes = Readonly<Record<string, Probe>>;

const fresh: Probe = { minute: null, run: null, told: false };

/**
 * One more reading of a probe, in the order of time. Of each minute the first is told; a run is told
 * as an excursion once, by the reading with which it has lasted long enough.
 */
export function observe(probes: Probes, reading: Reading, kept: { range: Range; rules: Rules }) {
  const { device_id, at } = reading;
  const before = probes[device_id] ?? fresh;
  const run = follow(runOf(before, device_id), reading, kept.range);
  const isNew = run !== undefined && !(before.run && before.told) && isExcursion(run, kept.rules);
  const minute = at.toISOString().slice(0, 16);
  const after: Probe = {
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

const runOf = ({ run }: Probe, device_id: string): Run | undefined =>
  run ? { ...run, device_id, from: new Date(run.from), to: new Date(run.to) } : undefined;

const written = ({ from, to, min_c, max_c }: Run) => ({
  from: from.toISOString(),
  to: to.toISOString(),
  min_c,
  max_c,
});
