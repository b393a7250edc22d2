/**
 * Replication of admission counts between gateway replicas, so that they share one budget.
 *
 * Each replica broadcasts its admissions in batches every 10 ms (`gateway.admitted`); the others
 * count them as their own. A caller with a fifteenth of its limit unreplicated waits for the next
 * exchange. Overshoot is therefore at most two fifteenths of the limit per other replica: one part
 * pending, one in flight. Delivery is at most once: a lost batch costs accuracy, never availability.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Transport } from '@svc/kit/transport';
import { type Budget, type BudgetName, type Budgets, mapBudgets } from './budgets.ts';

export const replicationTopic = 'gateway.admitted';
const replicationDelayMs = 10;
/** Share of a caller's limit that may be pending, that is admitted and not yet broadcast. */
const pendingShareMax = 1 / 15;
/** Entries per broadcast: keeps a message far below the size limit of the bus. */
const batchMax = 2_000;

export interface ReplicatedBudgets {
  budgets: Budgets;
  /** Backpressure: a promise of the next exchange while too much is pending, else `undefined`. */
  replicated(name: BudgetName, key: string): Promise<void> | undefined;
  /** Broadcasts the pending counts now; a timer does so every 10 ms. */
  flush(): void;
}

export function replicateBudgets(own: Budgets, transport: Transport): ReplicatedBudgets {
  const replica = randomUUID();
  const pending = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (pending.size === 0) return;
    transport.broadcast(replicationTopic, { replica, admitted: [...pending] });
    pending.clear();
  };
  const replicated = (name: BudgetName, key: string) => {
    const pendingMax = own[name].limit * pendingShareMax;
    if ((pending.get(`${name} ${key}`) ?? 0) < pendingMax) return undefined;
    // One delay to send the own counts, one to receive those of the others.
    return pause(2 * replicationDelayMs);
  };
  const addPending = (name: BudgetName, key: string) => {
    const entry = `${name} ${key}`;
    pending.set(entry, (pending.get(entry) ?? 0) + 1);
    if (pending.size >= batchMax) flush();
    else timer ??= setTimeout(flush, replicationDelayMs).unref();
  };
  const shared = (budget: Budget, name: BudgetName): Budget => ({
    ...budget,
    consume: (key) => {
      const state = budget.consume(key);
      if (state.admitted) addPending(name, key);
      return state;
    },
  });

  transport.subscribe(replicationTopic, (payload) => {
    for (const [entry, count] of admittedElsewhere(payload, replica)) {
      const [name = '', key = ''] = entry.split(' ');
      budgetOf(own, name)?.record(key, count);
    }
  });
  return { budgets: mapBudgets(own, shared), replicated, flush };
}

const budgetOf = (budgets: Budgets, name: string): Budget | undefined =>
  new Map(Object.entries(budgets)).get(name);

/** Ignores the own broadcasts, which the bus echoes, and malformed ones. */
function admittedElsewhere(payload: unknown, replica: string): [string, number][] {
  if (typeof payload !== 'object' || payload === null) return [];
  if (!('replica' in payload) || payload.replica === replica) return [];
  if (!('admitted' in payload) || !Array.isArray(payload.admitted)) return [];
  return payload.admitted.filter(isCount).slice(0, batchMax);
}

const isCount = (entry: unknown): entry is [string, number] =>
  Array.isArray(entry) &&
  typeof entry[0] === 'string' &&
  Number.isSafeInteger(entry[1]) &&
  entry[1] > 0 &&
  entry[1] < 1_000_000;
