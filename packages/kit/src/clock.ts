/** Where time comes from. Tests hold their own. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export interface HeldClock extends Clock {
  set(at: Date | string): void;
  advanceMs(ms: number): void;
}

/** A clock that stands still until it is told otherwise. */
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
