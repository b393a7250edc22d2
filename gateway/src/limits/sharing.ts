/**
 * One budget for all gateways. What one admits it tells the others, in batches every 50 ms; they
 * count it as their own. So over the budget can pass at most what the others admit within one
 * batch and its way over the bus: a hint that is lost costs accuracy, never availability.
 */
import { randomUUID } from 'node:crypto';
import type { Transport } from '@svc/kit/transport';
import { type BudgetName, type Budgets, isBudgetName } from './budgets.ts';

export const sharingTopic = 'gateway.admitted';
const sharingDelayMs = 50;
/** Keeps a message far below what the bus carries. */
const batchMax = 2_000;

export interface Sharing {
  budgets: Budgets;
  /** Sends what is pending; the timer does it by itself. */
  flush(): void;
}

export function shareBudgets(own: Budgets, transport: Transport): Sharing {
  const replica = randomUUID();
  const pending = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (pending.size === 0) return;
    transport.broadcast(sharingTopic, { replica, admitted: [...pending] });
    pending.clear();
  };
  const note = (name: BudgetName, key: string) => {
    const entry = `${name} ${key}`;
    pending.set(entry, (pending.get(entry) ?? 0) + 1);
    if (pending.size >= batchMax) flush();
    else timer ??= setTimeout(flush, sharingDelayMs).unref();
  };
  const shared = (name: BudgetName) => ({
    ...own[name],
    take: (key: string) => {
      const standing = own[name].take(key);
      if (standing.admitted) note(name, key);
      return standing;
    },
  });

  transport.subscribe(sharingTopic, (payload) => {
    for (const [entry, count] of admittedElsewhere(payload, replica)) {
      const [name = '', key = ''] = entry.split(' ');
      if (isBudgetName(name)) own[name].record(key, count);
    }
  });
  return {
    budgets: { client: shared('client'), api: shared('api'), page: shared('page') },
    flush,
  };
}

/** The bus carries our own batches back to us; anything malformed counts for nothing. */
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
