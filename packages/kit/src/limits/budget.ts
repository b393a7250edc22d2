/**
 * A rate-limit budget: one sliding window per key. A key is forgotten once its window is as a new one:
 * empty, and its burst credit full. An earlier eviction would give back what was counted, to a caller who
 * can mint keys.
 */
import type { Clock } from '../values/clock.ts';
import {
  consume,
  createWindow,
  type LimitRule,
  type LimitState,
  peek,
  record,
  type SlidingWindow,
  settledMs,
} from './sliding-window.ts';

export type { LimitState };

export interface Budget {
  limit: number;
  consume(key: string): LimitState;
  peek(key: string): LimitState;
  record(key: string, count: number): void;
}

export interface BudgetRule extends LimitRule {
  /**
   * LRU bound on keys that need no registration: addresses. An eviction does not help a caller with
   * more addresses than this, for each has a limit of its own.
   */
  keysMax?: number | undefined;
}

export function createBudget(rule: BudgetRule, clock: Clock): Budget {
  const { keysMax = Infinity } = rule;
  /** The least recently used first; one takes about 1.2 KB. */
  const windows = new Map<string, SlidingWindow>();
  const forgetSettled = (nowMs: number) => {
    for (const [key, { creditAtMs }] of windows) {
      const isSettled = Math.abs(nowMs - creditAtMs) >= settledMs(rule);
      if (!isSettled && windows.size < keysMax) break;
      windows.delete(key);
    }
  };
  const windowOf = (key: string, nowMs: number): SlidingWindow => {
    const existing = windows.get(key);
    if (existing) windows.delete(key);
    else forgetSettled(nowMs);
    const window = existing ?? createWindow(rule, nowMs);
    windows.set(key, window);
    return window;
  };
  return {
    limit: rule.limit,
    consume: (key) => {
      const nowMs = clock.now().getTime();
      return consume(windowOf(key, nowMs), rule, nowMs);
    },
    peek: (key) => {
      const nowMs = clock.now().getTime();
      return peek(windows.get(key) ?? createWindow(rule, nowMs), rule, nowMs);
    },
    record: (key, count) => {
      const nowMs = clock.now().getTime();
      record(windowOf(key, nowMs), rule, { count, nowMs });
    },
  };
}
