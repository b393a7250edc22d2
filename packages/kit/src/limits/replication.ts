/**
 * Replication of admission counts between the replicas of a role, so that they share one budget.
 *
 * Each replica broadcasts its admissions in batches every 10 ms on a topic of the role; the others
 * count them as their own. A caller with a fifteenth of its limit unreplicated waits for the next
 * exchange. Overshoot is therefore at most two fifteenths of the limit per other replica: one part
 * pending, one in flight. Delivery is at most once: a lost batch costs accuracy, never availability.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Transport } from '../calls/transport.ts';
import type { Budget } from './budget.ts';

const replicationDelayMs = 10;
/** Share of a caller's limit that may be pending, that is admitted and not yet broadcast. */
const pendingShareMax = 1 / 15;
/** Entries per broadcast: keeps a message far below the size limit of the bus. */
const batchMax = 2_000;

export interface Replication {
  /** The budget, named alike in every replica: its admissions are broadcast, theirs recorded in it. */
  share(name: string, budget: Budget): Budget;
  /** Backpressure: a promise of the next exchange while too much is pending, else `undefined`. */
  replicated(name: string, key: string): Promise<void> | undefined;
  /** Broadcasts the pending counts now; a timer does so every 10 ms. */
  flush(): void;
}

export function createReplication(topic: string, transport: Transport): Replication {
  const replica = randomUUID();
  const own = new Map<string, Budget>();
  const pending = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (pending.size === 0) return;
    transport.broadcast(topic, { replica, admitted: [...pending] });
    pending.clear();
  };
  const addPending = (name: string, key: string) => {
    const entry = `${name} ${key}`;
    pending.set(entry, (pending.get(entry) ?? 0) + 1);
    if (pending.size >= batchMax) flush();
    else timer ??= setTimeout(flush, replicationDelayMs).unref();
  };

  transport.subscribe(topic, (payload) => {
    for (const [entry, count] of admittedElsewhere(payload, replica)) {
      const [name = '', key = ''] = entry.split(' ');
      own.get(name)?.record(key, count);
    }
  });
  return {
    flush,
    share: (name, budget) => {
      own.set(name, budget);
      return {
        ...budget,
        consume: (key) => {
          const state = budget.consume(key);
          if (state.admitted) addPending(name, key);
          return state;
        },
      };
    },
    replicated: (name, key) => {
      const pendingMax = (own.get(name)?.limit ?? 0) * pendingShareMax;
      const count = pending.get(`${name} ${key}`) ?? 0;
      if (count === 0 || count < pendingMax) return undefined;
      // One delay to send the own counts, one to receive those of the others.
      return pause(2 * replicationDelayMs);
    },
  };
}

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
