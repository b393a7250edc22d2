/** Runs a target in a worker, so that a hang or a heap that overflows ends the run and not the runner. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

export interface Limits {
  seed: number;
  /** How long to look for faults; at least one input is tried. Unlimited when absent. */
  seconds?: number;
  /** How many inputs to try: with the seed, the same ones on every machine. Unlimited when absent. */
  inputs?: number;
  /** One input may keep the worker silent for this long. */
  silenceMaxMs?: number;
}

export interface Report {
  inputs: number;
  seconds: number;
  /** Highest resident memory of the process in MiB while the target ran. */
  peakMib: number;
  slowest: { input: string; quarterMs: number; wholeMs: number } | undefined;
  fault: string | undefined;
}

/** Ten times the processor time that the largest input may take: the machine may be busy. */
const usualSilenceMs = 30_000;
const heapMaxMib = 512;

export interface WorkerData extends Limits {
  /** Module that exports `targets`. */
  module: string;
  target: string;
}
export type WorkerMessage = { beat: number } | { done: Omit<Report, 'seconds'> };

/** Ends after `seconds` or `inputs`, whichever comes first. */
export function runTarget(module: string, target: string, limits: Limits): Promise<Report> {
  const workerData: WorkerData = { module, target, ...limits };
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData,
    // A worker that is ended cannot clean up.
    env: { ...process.env, TMPDIR: folder },
    resourceLimits: { maxOldGenerationSizeMb: heapMaxMib },
  });
  const { silenceMaxMs = usualSilenceMs } = limits;
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    let inputs = 0;
    const end = (report: Omit<Report, 'seconds'>) => {
      clearTimeout(timer);
      const seconds = (performance.now() - begun) / 1_000;
      worker.terminate().then(() => {
        rmSync(folder, { recursive: true, force: true });
        resolve({ ...report, seconds });
      }, reject);
    };
    const failed = (fault: string) =>
      end({ inputs, peakMib: 0, slowest: undefined, fault: `${fault} (seed ${limits.seed})` });
    const hung = () => failed(`input ${inputs} takes longer than ${silenceMaxMs / 1_000} s`);
    let timer = setTimeout(hung, silenceMaxMs);
    worker.on('message', (message: WorkerMessage) => {
      clearTimeout(timer);
      if ('done' in message) {
        end(message.done);
        return;
      }
      inputs = message.beat;
      timer = setTimeout(hung, silenceMaxMs);
    });
    worker.on('error', (error) => failed(error.message));
  });
}
