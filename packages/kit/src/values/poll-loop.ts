/**
 * Poll loop: runs passes one after the other, until it is stopped.
 *
 *     ┌──▶ pass ──more work──▶ pass at once
 *     │      └──nothing left, or it threw (logged)──▶ wait: idle interval, or a wake-up ──┐
 *     └──────────────────────────────────────────────────────────────────────────────────┘
 *
 * A wake-up during a pass ends the wait after it, so that no signal is lost. `stop` starts no
 * further pass and awaits the running one.
 */
import type { Logger } from '../observability/log.ts';

export interface PollOptions {
  /** Interval between passes while there is no work, ms; `Infinity`: until a wake-up. */
  idleMs: number;
  /** Resolves to true if there may be more work; to a number for a wait of at most so many ms. */
  pass(signal: AbortSignal): Promise<boolean | number>;
  /** Log message of a pass that threw. */
  failure?: string;
  /** Batching delay after each wait, ms: what arrives meanwhile shares the pass. */
  gatherMs?: number;
}

export interface PollLoop {
  /** Ends the current wait, or else the next one. */
  wake(): void;
  /** Graceful stop. */
  stop(): Promise<void>;
}

export function pollLoop(
  { idleMs, pass, failure = 'pass failed', gatherMs = 0 }: PollOptions,
  { name, log }: { name: string; log: Logger },
): PollLoop {
  const wakeUp = createWakeUp();
  const stopping = new AbortController();
  const { signal } = stopping;
  const failed = (err: unknown) => {
    log.warn({ err, loop: name }, failure);
    return false;
  };
  const run = async () => {
    while (!signal.aborted) {
      wakeUp.clear();
      const result = await pass(signal).catch(failed);
      if (result === true || signal.aborted) continue;
      await wakeUp.wait(result === false ? idleMs : Math.min(result, idleMs));
      if (gatherMs > 0 && !signal.aborted) await pause(gatherMs);
    }
  };
  const running = run();
  return {
    wake: wakeUp.signal,
    stop: () => {
      stopping.abort();
      wakeUp.signal();
      return running;
    },
  };
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Interruptible wait. */
function createWakeUp() {
  let isSignalled = false;
  let resume = () => {};
  return {
    signal: () => {
      isSignalled = true;
      resume();
    },
    clear: () => {
      isSignalled = false;
    },
    wait: (ms: number) =>
      new Promise<void>((done) => {
        if (isSignalled) {
          done();
          return;
        }
        const timer = Number.isFinite(ms) ? setTimeout(done, ms) : undefined;
        resume = () => {
          clearTimeout(timer);
          done();
        };
      }),
  };
}
