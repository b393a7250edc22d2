/**
 * One budget for all gateways. What one admits it tells the others, in batches every 10 ms; they
 * count it as their own. Whoever asks faster than the gateways can tell each other waits a moment.
 * So over the budget can pass at most two portions of each other gateway, a fifteenth of the limit
 * each: one not told yet, one on its way. A lost hint costs accuracy, never availability.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Transport } from '@svc/kit/transport';
import { type BudgetName, type Budgets, isBudgetName } from './budgets.ts';

export const sharingTopic = 'gateway.admitted';
const sharingDelayMs = 10;
/** This share of a caller's limit may be admitted before the others know of it. */
const untoldShare = 1 / 15;
/** Keeps a message far below what the bus carries. */
const batchMax = 2_000;

export interface Sharing {
  budgets: Budgets;
  /** Resolves when the others may be asked for more on this caller's behalf. */
  heard(name: BudgetName, key: string): Promise<void> | undefined;
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
  const heard = (name: BudgetName, key: string) => {
    const untoldMax = own[name].limit * untoldShare;
    if ((pending.get(`${name} ${key}`) ?? 0) < untoldMax) return undefined;
    // One delay to tell, one to hear what the others told meanwhile.
    return pause(2 * sharingDelayMs);
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
    heard,
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
