/** Rate-limit budgets: one sliding window per caller, in an LRU cache of bounded size. */
import type { Clock } from '@svc/kit/clock';
import { LRUCache } from 'lru-cache';
import {
  consume,
  createWindow,
  type LimitRule,
  type LimitState,
  peek,
  record,
  type SlidingWindow,
} from './sliding-window.ts';

/** Limits from the configuration: requests per minute; sessions per hour. */
export interface BudgetLimits {
  client: number;
  anonymous: number;
  sandboxAddress: number;
  sandboxSessions: number;
}

const rulesOf = (limits: BudgetLimits) =>
  ({
    /** Requests of a client. */
    client: { limit: limits.client, burst: Math.round(limits.client / 6) },
    /** Unauthenticated requests of an address: the API, and public pages. */
    api: { limit: limits.anonymous, burst: 0 },
    page: { limit: 10 * limits.anonymous, burst: 0 },
    /** Failed authentications of an address. */
    failure: { limit: limits.anonymous, burst: 0 },
    /** Sandbox, per address: requests over all its sessions; new sessions. */
    address: { limit: limits.sandboxAddress, burst: 0 },
    session: { limit: limits.sandboxSessions, burst: 0, windowMs: 3_600_000 },
  }) as const satisfies Record<string, LimitRule>;

export type BudgetName = keyof ReturnType<typeof rulesOf>;

export interface Budget {
  limit: number;
  consume(key: string): LimitState;
  peek(key: string): LimitState;
  record(key: string, count: number): void;
}

/** LRU bound per budget; one window takes about 1.2 KB. */
const callersMax = 10_000;

function createBudget(rule: LimitRule, clock: Clock): Budget {
  const windows = new LRUCache<string, SlidingWindow>({ max: callersMax });
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

export type Budgets = Record<BudgetName, Budget>;

export const createBudgets = (clock: Clock, limits: BudgetLimits): Budgets =>
  mapBudgets(rulesOf(limits), (rule) => createBudget(rule, clock));

export function mapBudgets<T>(
  from: Record<BudgetName, T>,
  to: (value: T, name: BudgetName) => Budget,
): Budgets {
  const { client, api, page, failure, address, session } = from;
  return {
    client: to(client, 'client'),
    api: to(api, 'api'),
    page: to(page, 'page'),
    failure: to(failure, 'failure'),
    address: to(address, 'address'),
    session: to(session, 'session'),
  };
}
