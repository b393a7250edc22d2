import { handlersMax, togetherMax } from './bus.ts';

export interface WorkQueue<T> {
  push(item: T): void;
  /** Takes back what has not begun. */
  drop(): T[];
  /** Resolves once nothing runs. */
  idle(): Promise<void>;
  /** How many wait or run. */
  size(): number;
}

/**
 * Works on what has come, in that order: whoever is free takes all that waits, up to a bound. Under
 * load much is taken together, otherwise each item at once. `work` must not throw.
 */
export function workQueue<T>(work: (items: readonly T[]) => Promise<void>): WorkQueue<T> {
  const waiting: T[] = [];
  const running = new Set<Promise<void>>();
  let inHand = 0;
  let isFilling = false;
  const fill = () => {
    isFilling = false;
    while (running.size < handlersMax && waiting.length > 0) {
      const items = waiting.splice(0, togetherMax);
      inHand += items.length;
      const job = work(items).finally(() => {
        running.delete(job);
        inHand -= items.length;
        fill();
      });
      running.add(job);
    }
  };
  return {
    push: (item) => {
      waiting.push(item);
      if (isFilling) return;
      isFilling = true;
      // What the same read from the socket brought comes along.
      setImmediate(fill);
    },
    drop: () => waiting.splice(0),
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
    size: () => waiting.length + inHand,
  };
}
