/** Throughput and cost of senders of telemetry, added up over several turns. */
import { cpuByPart, type Parts } from './cpu.ts';

export const perBatch = 500;
export const lanes = 6;

export interface Load {
  /** Processes whose processor time counts. */
  parts: Parts;
  /** Sends a batch. */
  send: () => Promise<void>;
  /** Resolves when the consequences of a batch are done, so that it counts. */
  settled: () => Promise<unknown>;
}

export interface Measure {
  batches: number;
  ms: number;
  /** Of that, after the last answer. */
  settlingMs: number;
  cpuMs: Record<string, number>;
}

export const readingsPerSecond = ({ batches, ms }: Measure): number =>
  (batches * perBatch) / (ms / 1_000);
export const cpuPerBatch = ({ cpuMs, batches }: Measure): number =>
  Object.values(cpuMs).reduce((sum, ms) => sum + ms, 0) / batches;
export const cpuLines = ({ cpuMs, batches }: Measure): [string, string][] =>
  Object.entries(cpuMs).map(([part, ms]) => [
    `  cpu: ${part}`,
    `${(ms / batches).toFixed(2)} ms each`,
  ]);

/** So many senders at a time for so long, until all of it is settled. */
export async function forSeconds(
  seconds: number,
  { parts, send, settled }: Load,
  senders = lanes,
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
  await Promise.all(Array.from({ length: senders }, lane));
  const answered = performance.now();
  await settled();
  const ended = performance.now();
  const cpuMs = Object.fromEntries(
    Object.entries(cpuByPart(parts)).map(([part, ms]) => [part, ms - (before[part] ?? 0)]),
  );
  return { batches, ms: ended - started, settlingMs: ended - answered, cpuMs };
}

/** Turn by turn, so that whatever else the machine does meanwhile slows all of them. */
export async function inTurns(
  turns: number,
  works: readonly (() => Promise<Measure>)[],
): Promise<Measure[]> {
  let sums: Measure[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const measured: Measure[] = [];
    for (const work of works) measured.push(await work());
    sums = measured.map((each, n) => added(sums[n], each));
  }
  return sums;
}

const added = (sum: Measure | undefined, more: Measure): Measure =>
  sum
    ? {
        batches: sum.batches + more.batches,
        ms: sum.ms + more.ms,
        settlingMs: Math.max(sum.settlingMs, more.settlingMs),
        cpuMs: Object.fromEntries(
          Object.entries(more.cpuMs).map(([part, ms]) => [part, ms + (sum.cpuMs[part] ?? 0)]),
        ),
      }
    : more;
