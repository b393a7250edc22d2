/**
 * Worker thread with a deadline per task, in processor time of the thread.
 *
 * Tasks run one at a time, first in, first out. A task that exceeds the deadline is rejected; its
 * thread is terminated and the next task starts another: synchronous work can be ended no other
 * way. The time counts from when the thread begins the task, so that one that hangs does not use up
 * the time of those behind it. Wall-clock time would reject short tasks on a busy machine; it
 * bounds only the whole wait (`waitMaxMs`), after which a task is rejected as starved. Why:
 * docs/architecture/requests.md.
 */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

export class DeadlineExceeded extends Error {}
export class QueueFull extends Error {}
export class Starved extends Error {}

interface Options {
  /** Posts one message when it is loaded, then one for each message that it gets. */
  entry: URL;
  /** Processor time of a task. */
  deadlineMs: number;
  /** Time of a task by the clock. */
  waitMaxMs: number;
  /** Bound of the waiting tasks; further ones are rejected immediately. */
  queueMax: number;
}

/** Pause between looks at the time of a task that had too little of it, ms. */
const pollMs = 20;
/** Time to load the thread's modules, ms. */
const startMs = 10_000;
const resourceLimits = { maxOldGenerationSizeMb: 128 };

interface Task<Input, Output> {
  input: Input;
  resolve: (output: Output) => void;
  reject: (error: unknown) => void;
}

export function createDeadlineThread<Input, Output>({ entry, queueMax, ...bounds }: Options) {
  const queue: Task<Input, Output>[] = [];
  let thread: Worker | undefined;
  let isRunning = false;

  async function attempt(input: Input): Promise<Output> {
    thread ??= await started(entry);
    const over = new AbortController();
    const answer = once(thread, 'message', over);
    void exceeded(thread, bounds, over.signal).then((fault) => over.abort(fault));
    thread.postMessage(input);
    try {
      const [output]: Output[] = await answer;
      if (output === undefined) throw new Error('the thread answered nothing');
      return output;
    } catch (error) {
      void thread.terminate();
      thread = undefined;
      throw over.signal.reason ?? error;
    } finally {
      over.abort();
    }
  }

  async function drain(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let task = queue.shift(); task; task = queue.shift()) {
      await attempt(task.input).then(task.resolve, task.reject);
    }
    isRunning = false;
  }

  return {
    run: (input: Input) =>
      new Promise<Output>((resolve, reject) => {
        if (queue.length >= queueMax) {
          reject(new QueueFull());
          return;
        }
        queue.push({ input, resolve, reject });
        void drain();
      }),
  };
}

async function started(entry: URL): Promise<Worker> {
  const thread = new Worker(entry, { env: {}, resourceLimits });
  // Keeps no process alive; without a listener an error between two tasks would end the process.
  thread.unref();
  thread.on('error', () => undefined);
  await once(thread, 'message', { signal: AbortSignal.timeout(startMs) });
  return thread;
}

type Bounds = Pick<Options, 'deadlineMs' | 'waitMaxMs'>;

/** Resolves with the fault of a task that goes beyond its bounds; once it is over, with that. */
async function exceeded(
  thread: Worker,
  { deadlineMs, waitMaxMs }: Bounds,
  signal: AbortSignal,
): Promise<unknown> {
  const begun = performance.now();
  try {
    const before = await thread.cpuUsage();
    let leftMs = deadlineMs;
    while (leftMs > 0) {
      if (performance.now() - begun > waitMaxMs) return new Starved();
      await pause(Math.max(leftMs, pollMs), undefined, { signal, ref: false });
      const { user, system } = await thread.cpuUsage(before);
      leftMs = deadlineMs - (user + system) / 1_000;
    }
    return new DeadlineExceeded();
  } catch (error) {
    return error;
  }
}
