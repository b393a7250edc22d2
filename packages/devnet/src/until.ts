import { setTimeout as pause } from 'node:timers/promises';

export type Deadline = { timeoutMs: number; everyMs?: number; what: string };

/**
 * Polls until the condition gives something truthy, and returns that; throws when time is up.
 *
 *     const rows = await until(() => findRows(), { timeoutMs: 5_000, what: 'the outbox to drain' });
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  { timeoutMs, everyMs = 20, what }: Deadline,
): Promise<T & {}> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (performance.now() >= end) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
    await pause(everyMs);
  }
}
