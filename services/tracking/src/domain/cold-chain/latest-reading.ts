import { extendRun, type OutOfRangeRun } from './excursions.ts';
import { isSuspect, type TemperatureRange, type TemperatureReading } from './reading.ts';

/** How a probe stands: its last reading, and from when on it has been out of range. */
export interface LatestReadingRecord {
  device_id: string;
  at: Date;
  temperature_c: number;
  out_of_range_since: Date | null;
}

interface Watched {
  /** Null when nothing is in or out of it. */
  range: TemperatureRange | null;
  /** Runs of probes that were out of range before these readings. */
  runs: ReadonlyMap<string, OutOfRangeRun>;
}

/**
 * The last reading of a trace. Of several probes the one that is out of range, for the longest, is
 * the one that matters; undefined without readings. Suspect readings say nothing of now. No watermark: a reading that comes late may
 * change it, and the next look says so.
 */
export function latestReadingOf(
  trace: readonly TemperatureReading[],
  { range, runs: before }: Watched,
): LatestReadingRecord | undefined {
  const runs = new Map(before);
  const last = new Map<string, TemperatureReading>();
  for (const reading of trace) {
    const { device_id } = reading;
    if (isSuspect(reading)) continue;
    last.set(device_id, reading);
    const run = range && extendRun(runs.get(device_id), reading, range);
    if (run) runs.set(device_id, run);
    else runs.delete(device_id);
  }
  const standing = [...last.values()].map(({ device_id, at, temperature_c }) => ({
    device_id,
    at,
    temperature_c,
    out_of_range_since: runs.get(device_id)?.from ?? null,
  }));
  return standing.toSorted(byConcern)[0];
}

/** Out of range before in range, the longer first; else the newer first. */
function byConcern(a: LatestReadingRecord, b: LatestReadingRecord): number {
  const since = (one: LatestReadingRecord) => one.out_of_range_since?.getTime() ?? Infinity;
  if (since(a) !== since(b)) return since(a) - since(b);
  return b.at.getTime() - a.at.getTime();
}
