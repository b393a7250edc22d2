/** Calls the log without depending on it: custody continues while the log is unavailable. */
import { setTimeout as pause } from 'node:timers/promises';
import { CallFault } from '@svc/kit/refusal';

/** Undefined after `patienceMs`, or if the log is unavailable. */
export async function inTime<T>(asked: Promise<T>, patienceMs: number): Promise<T | undefined> {
  const timer = new AbortController();
  const found = asked.catch((error: unknown) => {
    if (error instanceof CallFault) return undefined;
    throw error;
  });
  const late = pause(patienceMs, undefined, { signal: timer.signal }).catch(() => undefined);
  return Promise.race([found, late]).finally(() => timer.abort());
}
