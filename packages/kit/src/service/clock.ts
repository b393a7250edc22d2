/** Source of time, injected so that tests control it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

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
