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
 * Batches fill under load; otherwise an item starts at once. Items of one lane are not handled by two
 * handlers at a time: those that come meanwhile wait for the next batch. `work` must not throw.
 */
export function workQueue<T>(
  work: (items: readonly T[]) => Promise<void>,
  laneOf: (item: T) => string | undefined = () => undefined,
): WorkQueue<T> {
  let waiting: T[] = [];
  const running = new Set<Promise<void>>();
  const busy = new Set<string>();
  let runningItems = 0;
  let isScheduled = false;
  const isFree = (item: T): boolean => {
    const lane = laneOf(item);
    return lane === undefined || !busy.has(lane);
  };
  const take = (): T[] => {
    const items = waiting.filter(isFree).slice(0, batchMax);
    const taken = new Set(items);
    waiting = waiting.filter((item) => !taken.has(item));
    return items;
  };
  const begin = (items: readonly T[]): void => {
    const lanes = new Set(items.map(laneOf).filter((lane) => lane !== undefined));
    for (const lane of lanes) busy.add(lane);
    runningItems += items.length;
    const job = work(items).finally(() => {
      running.delete(job);
      for (const lane of lanes) busy.delete(lane);
      runningItems -= items.length;
      dispatch();
    });
    running.add(job);
  };
  const dispatch = () => {
    isScheduled = false;
    while (running.size < handlersMax) {
      const items = take();
      if (items.length === 0) return;
      begin(items);
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
