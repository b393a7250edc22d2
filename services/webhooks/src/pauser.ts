export interface Pauser {
  /** Waits a little longer each time, until `wake`. */
  wait(): Promise<void>;
  wake(): void;
  /** There was work: the next waits are short ones again. */
  reset(): void;
}

/** Waits the given pauses after a wake-up, then `longestMs` each. */
export function pauser(pausesMs: readonly number[], longestMs: number): Pauser {
  let next = 0;
  /** Woken while nobody waited. */
  let isAwake = false;
  let resume: (() => void) | undefined;
  const wait = (): Promise<void> => {
    if (isAwake) {
      isAwake = false;
      return Promise.resolve();
    }
    const pauseMs = pausesMs[next] ?? longestMs;
    next += 1;
    return new Promise((done) => {
      const end = () => {
        clearTimeout(timer);
        resume = undefined;
        done();
      };
      const timer = setTimeout(end, pauseMs);
      resume = end;
    });
  };
  return {
    wait,
    wake: () => {
      next = 0;
      if (resume) resume();
      else isAwake = true;
    },
    reset: () => {
      next = 0;
    },
  };
}
