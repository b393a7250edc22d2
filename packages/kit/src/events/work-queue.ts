import { batchMax, handlersMax } from './bus.ts';

export interface WorkQueue<T> {
  push(item: T): void;
  /** Removes and returns the items that have not started. */
  drop(): T[];
  /** Resolves when nothing runs. */
  idle(): Promise<void>;
  /** Items that wait or run. */
  size(): number;
}

/**
 * Adaptive batching in order of arrival: a free handler takes all waiting items, up to `batchMax`.
 * Batches fill under load; otherwise an item starts at once. `work` must not throw.
 */
export function workQueue<T>(work: (items: readonly T[]) => Promise<void>): WorkQueue<T> {
  const waiting: T[] = [];
  const running = new Set<Promise<void>>();
  let runningItems = 0;
  let isScheduled = false;
  const dispatch = () => {
    isScheduled = false;
    while (running.size < handlersMax && waiting.length > 0) {
      const items = waiting.splice(0, batchMax);
      runningItems += items.length;
      const job = work(items).finally(() => {
        running.delete(job);
        runningItems -= items.length;
        dispatch();
      });
      running.add(job);
    }
  };
  return {
    push: (item) => {
      waiting.push(item);
      if (isScheduled) return;
      isScheduled = true;
      // Deferred, so that items of the same socket read share a batch.
      setImmediate(dispatch);
    },
    drop: () => waiting.splice(0),
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
    size: () => waiting.length + runningItems,
  };
}
