/** A rate-limit budget: one sliding window per key, in an LRU cache of bounded size. */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../service/clock.ts';
import {
  consume,
  createWindow,
  type LimitRule,
  type LimitState,
  peek,
  record,
  type SlidingWindow,
} from './sliding-window.ts';

export type { LimitRule, LimitState };

export interface Budget {
  limit: number;
  consume(key: string): LimitState;
  peek(key: string): LimitState;
  record(key: string, count: number): void;
}

/** LRU bound per budget; one window takes about 1.2 KB. */
const keysMax = 10_000;

export function createBudget(rule: LimitRule, clock: Clock): Budget {
  const windows = new LRUCache<string, SlidingWindow>({ max: keysMax });
  const windowOf = (key: string, nowMs: number): SlidingWindow => {
    const existing = windows.get(key);
    if (existing) return existing;
    const fresh = createWindow(rule, nowMs);
    windows.set(key, fresh);
    return fresh;
  };
  return {
    limit: rule.limit,
    consume: (key) => {
      const nowMs = clock.now().getTime();
      return consume(windowOf(key, nowMs), rule, nowMs);
    },
    peek: (key) => {
      const nowMs = clock.now().getTime();
      return peek(windowOf(key, nowMs), rule, nowMs);
    },
    record: (key, count) => {
      const nowMs = clock.now().getTime();
      record(windowOf(key, nowMs), rule, { count, nowMs });
    },
  };
}
