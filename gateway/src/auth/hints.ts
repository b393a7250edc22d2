/**
 * Hints about credentials, by id, with the time of their arrival. They expire by time alone: where the
 * newest could evict the older ones, a caller who revokes many own credentials would bring back one
 * that another has revoked.
 */
import type { Clock } from '@svc/kit/clock';

export function createHints(keptMs: number, clock: Clock) {
  /** The first that arrived first. */
  const arrivedMs = new Map<string, number>();
  return {
    add: (id: string): void => {
      const nowMs = clock.now().getTime();
      for (const [old, atMs] of arrivedMs) {
        if (nowMs - atMs < keptMs) break;
        arrivedMs.delete(old);
      }
      arrivedMs.delete(id);
      arrivedMs.set(id, nowMs);
    },
    at: (id: string): number | undefined => arrivedMs.get(id),
  };
}
