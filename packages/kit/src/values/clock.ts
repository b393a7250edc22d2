/** Source of time, injected so that tests control it. */
export interface Clock {
  now(): Date;
}

/**
 * Whether what was kept at a moment is younger than its life, ms. What was kept in the future is
 * not: the clock was set back since, and would keep it for as long as it was ahead.
 */
export const isFresh = (keptAtMs: number, lifeMs: number, now: Date): boolean => {
  const ageMs = now.getTime() - keptAtMs;
  return ageMs >= 0 && ageMs < lifeMs;
};

export interface HeldClock extends Clock {
  set(at: Date | string): void;
  advanceMs(ms: number): void;
}

/** Test clock: stands still until it is set or advanced. */
export function heldClock(start: Date | string): HeldClock {
  let at = new Date(start);
  return {
    now: () => new Date(at),
    set: (next) => {
      at = new Date(next);
    },
    advanceMs: (ms) => {
      at = new Date(at.getTime() + ms);
    },
  };
}
