/** Throughput and cost of senders of telemetry, added up over several turns. */
import { type CpuMs, cpuByPart, cpuOfEach, type Parts } from '../cpu.ts';

export const perBatch = 500;
export const lanes = 6;

export interface Load {
  /** Processes whose processor time counts. */
  parts: Parts;
  /** Sends a batch. */
  send: () => Promise<void>;
  /** Resolves when the consequences of each batch are done, so that it counts. */
  settled: () => Promise<unknown>;
}

export interface Measure {
  batches: number;
  ms: number;
  cpuMs: CpuMs;
}

export const readingsPerSecond = ({ batches, ms }: Measure): number =>
  (batches * perBatch) / (ms / 1_000);
export const cpuPerBatch = ({ cpuMs, batches }: Measure): CpuMs => cpuOfEach({}, cpuMs, batches);

/** Six senders for so long, until all of it is settled. */
export async function forSeconds(
  seconds: number,
  { parts, send, settled }: Load,
): Promise<Measure> {
  const before = cpuByPart(parts);
  const started = performance.now();
  const end = started + seconds * 1_000;
  let batches = 0;
  const lane = async () => {
    while (performance.now() < end) {
      await send();
      batches += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  await settled();
  const ms = performance.now() - started;
  return { batches, ms, cpuMs: cpuOfEach(before, cpuByPart(parts), 1) };
}

export type Turns = Record<'ours' | 'floor', Measure>;

/** Turn by turn, so that whatever else the machine does meanwhile slows both. */
export async function inTurns(
  turns: number,
  seconds: number,
  loads: Record<'ours' | 'floor', Load>,
): Promise<Turns> {
  const nothing: Measure = { batches: 0, ms: 0, cpuMs: {} };
  const sums: Turns = { ours: nothing, floor: nothing };
  for (let turn = 0; turn < turns; turn += 1) {
    for (const side of ['ours', 'floor'] as const) {
      sums[side] = added(sums[side], await forSeconds(seconds, loads[side]));
    }
  }
  return sums;
}

const added = (sum: Measure, { batches, ms, cpuMs }: Measure): Measure => ({
  batches: sum.batches + batches,
  ms: sum.ms + ms,
  cpuMs: Object.fromEntries(
    Object.entries(cpuMs).map(([part, own]) => [part, own + (sum.cpuMs[part] ?? 0)]),
  ),
});
