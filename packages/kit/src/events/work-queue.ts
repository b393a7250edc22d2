import { batchMax, handlersMax } from './bus.ts';

export interface WorkQueue<T> {
  push(item: T): void;
  /** Removes and returns the items that have not started. */
  drop(): T[];
  /** Resolves when no batch runs. */
  idle(): Promise<void>;
  /** Items that wait or run. */
  size(): number;
}

export interface WorkQueueOptions<T> {
  /** Items of one lane are not handled by two handlers at a time. */
  laneOf?: (item: T) => string | undefined;
  /**
   * How long an item waits for others, ms, unless they fill a batch. Starts immediately by default.
   */
  batchingDelayMs?: number;
}

/**
 * Adaptive batching in order of arrival: a free handler takes all waiting items, up to `batchMax`.
 * Batches fill under load, or within the batching delay. `work` must not throw.
 */
export function workQueue<T>(
  work: (items: readonly T[]) => Promise<void>,
  { laneOf = () => undefined, batchingDelayMs = 0 }: WorkQueueOptions<T> = {},
): WorkQueue<T> {
  let waiting: T[] = [];
  const running = new Set<Promise<void>>();
  const busy = new Set<string>();
  let runningItems = 0;
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
      if (!start.isDelayed()) dispatch();
    });
    running.add(job);
  };
  const dispatch = () => {
    while (running.size < handlersMax) {
      const items = take();
      if (items.length === 0) return;
      begin(items);
    }
  };
  const start = delayedCall(dispatch, batchingDelayMs);
  return {
    push: (item) => {
      waiting.push(item);
      if (waiting.length < batchMax) start.later();
      else start.soon();
    },
    drop: () => waiting.splice(0),
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
    size: () => waiting.length + runningItems,
  };
}

/** One call for many requests: after the delay, or once the current socket read is over. */
function delayedCall(call: () => void, delayMs: number) {
  let delay: NodeJS.Timeout | undefined;
  let isDue = false;
  const soon = () => {
    clearTimeout(delay);
    delay = undefined;
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      call();
    });
  };
  const later = () => {
    if (delayMs === 0) soon();
    else delay ??= setTimeout(soon, delayMs);
  };
  return { soon, later, isDelayed: () => delay !== undefined };
}
