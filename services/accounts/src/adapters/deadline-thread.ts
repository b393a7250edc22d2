/**
 * Worker thread with a deadline per task.
 *
 * Tasks run one at a time, first in, first out. A task that exceeds the deadline is rejected; its
 * thread is terminated and the next task starts another: synchronous work can be ended no other
 * way. The deadline counts from when the thread begins the task, so that one that hangs does not
 * use up the time of those behind it. Decision 22.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export class DeadlineExceeded extends Error {}
export class QueueFull extends Error {}

interface Options {
  /** Posts one message when it is loaded, then one for each message that it gets. */
  entry: URL;
  deadlineMs: number;
  /** Tasks that wait; more are rejected at once. */
  queueMax: number;
}

/** Time to load the thread's modules, ms. */
const startMs = 10_000;
const resourceLimits = { maxOldGenerationSizeMb: 128 };

interface Task<Input, Output> {
  input: Input;
  resolve: (output: Output) => void;
  reject: (error: unknown) => void;
}

export function createDeadlineThread<Input, Output>({ entry, deadlineMs, queueMax }: Options) {
  const queue: Task<Input, Output>[] = [];
  let thread: Worker | undefined;
  let isRunning = false;

  async function attempt(input: Input): Promise<Output> {
    thread ??= await started(entry);
    const signal = AbortSignal.timeout(deadlineMs);
    thread.postMessage(input);
    try {
      const [output]: Output[] = await once(thread, 'message', { signal });
      if (output === undefined) throw new Error('the thread answered nothing');
      return output;
    } catch (error) {
      void thread.terminate();
      thread = undefined;
      throw signal.aborted ? new DeadlineExceeded() : error;
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
