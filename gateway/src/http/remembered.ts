import type { Clock } from '@svc/kit/clock';

/** Keeps a good answer for a while; all who ask meanwhile wait for the same one. */
export function remembered<T>(
  ask: () => Promise<T | undefined>,
  { clock, forMs }: { clock: Clock; forMs: number },
): () => Promise<T | undefined> {
  let kept: { value: T; untilMs: number } | undefined;
  let asking: Promise<T | undefined> | undefined;
  const refresh = async () => {
    const value = await ask();
    if (value !== undefined) kept = { value, untilMs: clock.now().getTime() + forMs };
    return value;
  };
  return async () => {
    if (kept && clock.now().getTime() < kept.untilMs) return kept.value;
    asking ??= refresh().finally(() => {
      asking = undefined;
    });
    return asking;
  };
}
