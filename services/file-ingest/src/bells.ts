/** Lanes sleep until somebody rings for their kind. */
import type { Kind } from './store/due.ts';

export interface Bells {
  /** Wakes one lane of the kind; where all are awake, the next that would sleep does not. */
  ring(kind: Kind): void;
  sleep(kind: Kind): Promise<void>;
  /** From now on nobody sleeps. */
  stop(): void;
}

export function createBells(): Bells {
  const sleepers = new Map<Kind, (() => void)[]>();
  const rung = new Set<Kind>();
  let isOver = false;
  return {
    ring: (kind) => {
      const wake = sleepers.get(kind)?.shift();
      if (wake) wake();
      else rung.add(kind);
    },
    sleep: async (kind) => {
      if (isOver || rung.delete(kind)) return;
      await new Promise<void>((wake) => {
        sleepers.set(kind, [...(sleepers.get(kind) ?? []), wake]);
      });
    },
    stop: () => {
      isOver = true;
      for (const wake of [...sleepers.values()].flat()) wake();
    },
  };
}
