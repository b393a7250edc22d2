import { setTimeout as pause } from 'node:timers/promises';
import { bookingOf, type Tenant } from '../journeys/tenants.ts';

export interface Traffic {
  stop(): Promise<void>;
}

const pauseMs = 100;

/** Bookings, quotes and lists, each one after the other, whatever they are answered. */
export function startTraffic(tenant: Tenant): Traffic {
  const stopping = new AbortController();
  const repeat = async (request: () => Promise<unknown>) => {
    while (!stopping.signal.aborted) {
      await request().catch(() => undefined);
      await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const loops = [
    repeat(() => tenant.send('POST /jobs', { body: bookingOf(tenant), key: crypto.randomUUID() })),
    repeat(() => tenant.send('POST /quotes', { body: { sku: 'LAB-STD', km: 10 } })),
    repeat(() => tenant.send('GET /jobs')),
  ];
  let stopped: Promise<unknown> | undefined;
  return {
    stop: async () => {
      stopping.abort();
      stopped ??= Promise.all(loops);
      await stopped;
    },
  };
}
