/**
 * Requests of tenants by South African day, as grow-only counters (G-counter): every value is the
 * whole of this process so far, so what is handed over twice, or in another order, counts once.
 */
import { randomUUID } from 'node:crypto';
import type { RecordedCount } from '@svc/contracts';
import { localDayOf } from '@svc/web/times';

/** Counters buffered while accounts is unavailable. */
const waitingMax = 10_000;
/** Counters kept after a flush; evicted ones restart with a new id. */
const keptMax = 5_000;

export interface RequestCounts {
  /** Without effect where there is no room for another counter. */
  add(tenant: string, request: { at: Date; isRateLimited: boolean }): void;
  /** Copies of the counters that have changed since they were handed over. */
  changed(): RecordedCount[];
  handedOver(counts: readonly RecordedCount[]): void;
}

export function createRequestCounts(): RequestCounts {
  const counters = new Map<string, RecordedCount>();
  const waiting = new Set<string>();
  let newest = '';
  const dayOf = dayByHour();
  const keyOf = ({ day, tenant_id }: Pick<RecordedCount, 'day' | 'tenant_id'>) =>
    `${day} ${tenant_id}`;
  return {
    add: (tenant_id, { at, isRateLimited }) => {
      const day = dayOf(at);
      if (day > newest) newest = day;
      const key = keyOf({ day, tenant_id });
      const known = counters.get(key);
      if (!known && counters.size >= waitingMax) return;
      const { counter_id, requests, rate_limited } = known ?? unused();
      counters.set(key, {
        ...{ tenant_id, day, counter_id },
        requests: requests + 1,
        rate_limited: rate_limited + (isRateLimited ? 1 : 0),
      });
      waiting.add(key);
    },
    changed: () =>
      [...waiting].flatMap((key) => {
        const counter = counters.get(key);
        return counter ? [counter] : [];
      }),
    handedOver: (counts) => {
      for (const count of counts) {
        const key = keyOf(count);
        // Another request came meanwhile: its value goes with the next call.
        if (counters.get(key) !== count) continue;
        waiting.delete(key);
        if (count.day < newest || counters.size > keptMax) counters.delete(key);
      }
    },
  };
}

const hourMs = 3_600_000;

/** Days begin with an hour: requests of one hour ask the calendar once. */
function dayByHour(): (at: Date) => string {
  let hour = Number.NaN;
  let day = '';
  return (at) => {
    const current = Math.floor(at.getTime() / hourMs);
    if (current !== hour) {
      hour = current;
      day = localDayOf(at);
    }
    return day;
  };
}

const unused = () => ({ counter_id: randomUUID(), requests: 0, rate_limited: 0 });
