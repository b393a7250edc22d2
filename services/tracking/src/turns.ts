import { setTimeout as pause } from 'node:timers/promises';
import type { RunningWorker } from '@svc/kit/bind';

/** One turn after the other until it is stopped; a pause after each that found nothing more to do. */
export function inTurns(turn: () => Promise<boolean>, pauseMs: number): RunningWorker {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      const isMore = await turn();
      await pause(isMore ? 0 : pauseMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
