/** Budgets of many callers, in bounded memory. */
import type { Clock } from '@svc/kit/clock';
import { LRUCache } from 'lru-cache';
import { look, openWindow, type Rule, record, type Standing, take, type Window } from './window.ts';

/** Names of the budgets, and how often each lets a caller pass within a minute. */
export type BudgetName = 'client' | 'api' | 'page';
export const isBudgetName = (name: string): name is BudgetName =>
  name === 'client' || name === 'api' || name === 'page';

/** What one client, and one address without a credential, may ask per minute. */
export interface BudgetLimits {
  client: number;
  anonymous: number;
}

const rulesOf = ({ client, anonymous }: BudgetLimits): Record<BudgetName, Rule> => ({
  client: { limit: client, burst: Math.round(client / 6) },
  api: { limit: anonymous, burst: 0 },
  page: { limit: 10 * anonymous, burst: 0 },
});

export interface Budget {
  limit: number;
  take(key: string): Standing;
  look(key: string): Standing;
  record(key: string, count: number): void;
}

/** The caller not heard of for longest is forgotten first: about 1.2 KB each. */
const callersMax = 10_000;

function createBudget(rule: Rule, clock: Clock): Budget {
  const windows = new LRUCache<string, Window>({ max: callersMax });
  const windowOf = (key: string, nowMs: number): Window => {
    const known = windows.get(key);
    if (known) return known;
    const fresh = openWindow(rule, nowMs);
    windows.set(key, fresh);
    return fresh;
  };
  return {
    limit: rule.limit,
    take: (key) => {
      const nowMs = clock.now().getTime();
      return take(windowOf(key, nowMs), rule, nowMs);
    },
    look: (key) => {
      const nowMs = clock.now().getTime();
      return look(windowOf(key, nowMs), rule, nowMs);
    },
    record: (key, count) => {
      const nowMs = clock.now().getTime();
      record(windowOf(key, nowMs), rule, { count, nowMs });
    },
  };
}

export type Budgets = Record<BudgetName, Budget>;

export function createBudgets(clock: Clock, limits: BudgetLimits): Budgets {
  const rules = rulesOf(limits);
  return {
    client: createBudget(rules.client, clock),
    api: createBudget(rules.api, clock),
    page: createBudget(rules.page, clock),
  };
}
