import { handlersMax } from './bus.ts';

export interface WorkQueue<T> {
  push(item: T): void;
  /** Takes back what has not begun. */
  drop(): T[];
  /** Resolves once nothing runs. */
  idle(): Promise<void>;
  /** How many wait or run. */
  size(): number;
}

/** Works on a few items at a time, in the order they came. `work` must not throw. */
export function workQueue<T>(work: (item: T) => Promise<void>): WorkQueue<T> {
  let waiting: T[] = [];
  const running = new Set<Promise<void>>();
  const fill = () => {
    while (running.size < handlersMax) {
      const item = waiting.shift();
      if (item === undefined) return;
      const job = work(item).finally(() => {
        running.delete(job);
        fill();
      });
      running.add(job);
    }
  };
  return {
    push: (item) => {
      waiting.push(item);
      fill();
    },
    drop: () => {
      const dropped = waiting;
      waiting = [];
      return dropped;
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
    size: () => waiting.length + running.size,
  };
}
