/**
 * Runs a target in a process of its own, so that a hang or a heap that overflows ends the run and not
 * the runner. A worker thread would not do: V8 may end the whole process when its heap overflows.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
const usualSilenceMs = 60_000;
const heapMaxMib = 512;

export interface WorkerData extends Limits {
  /** Module that exports `targets`. */
  module: string;
  target: string;
}
export type WorkerMessage = { beat: number } | { done: Omit<Report, 'seconds'> };

/** Ends after `seconds` or `inputs`, whichever comes first. */
export async function runTarget(module: string, target: string, limits: Limits): Promise<Report> {
  const begun = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const worker = startWorker({ module, target, ...limits }, folder);
  const exited = once(worker, 'exit');
  try {
    const report = await watch(worker, limits);
    return { ...report, seconds: (performance.now() - begun) / 1_000 };
  } finally {
    worker.kill('SIGKILL');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  }
}

function startWorker(data: WorkerData, folder: string): ChildProcess {
  const entry = fileURLToPath(new URL('./worker.ts', import.meta.url));
  return fork(entry, [JSON.stringify(data)], {
    // A worker that is ended cannot clean up.
    env: { ...process.env, TMPDIR: folder },
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heapMaxMib}`],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
}

/** Resolves with the worker's report, or with the fault that ended it. */
function watch(
  worker: ChildProcess,
  { seed, silenceMaxMs = usualSilenceMs }: Limits,
): Promise<Omit<Report, 'seconds'>> {
  return new Promise((resolve) => {
    let inputs = 0;
    let errors = '';
    const failed = (fault: string) =>
      resolve({ inputs, peakMib: 0, slowest: undefined, fault: `${fault} (seed ${seed})` });
    const hung = () => failed(`input ${inputs} takes longer than ${silenceMaxMs / 1_000} s`);
    let timer = setTimeout(hung, silenceMaxMs);
    worker.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    worker.on('message', (message: WorkerMessage) => {
      clearTimeout(timer);
      if ('done' in message) {
        resolve(message.done);
        return;
      }
      inputs = message.beat;
      timer = setTimeout(hung, silenceMaxMs);
    });
    worker.on('error', (error) => failed(error.message));
    // After the last of its output.
    worker.on('close', () => {
      clearTimeout(timer);
      failed(/heap out of memory/.test(errors) ? 'out of memory' : `the worker ended: ${errors}`);
    });
  });
}
