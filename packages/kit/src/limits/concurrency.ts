/**
 * Load shedding by a concurrency limit: bounds the requests in flight, per process, client and
 * tenant, so that admitted requests finish in time. Requests above a bound are refused immediately
 * (503).
 *
 * Little's law: latency is the number in flight divided by the throughput. With the default of 256
 * and 100 requests a second that is 2.6 s; the bound of a response is 10 s. Clients with few requests
 * in flight have a reserve, so that heavy clients cannot starve them.
 */
import type { ServerResponse } from 'node:http';

interface ConcurrencyRule {
  /** In flight in this process. */
  max: number;
  /** In flight of one client. */
  clientMax: number;
  /** In flight of all clients of one tenant, which may have as many clients as it likes. */
  tenantMax?: number;
}

export interface ConcurrencyLimit {
  /** Acquires a slot and returns its release function; `undefined` when none is free. */
  enter(client: string, tenant?: string): (() => void) | undefined;
  inFlight(): number;
}

/** A client may use the reserve while it, or its tenant, has fewer requests in flight than this. */
const quietMax = 4;
/** Size of the reserve, as a share of the process bound. */
const reserveShare = 1 / 4;

/** A call may continue this long after the client disconnected (its own timeout), ms. */
const orphanMs = 8_000;

export function createConcurrencyLimit(rule: ConcurrencyRule): ConcurrencyLimit {
  const { max, clientMax, tenantMax = Infinity } = rule;
  const inFlight = new Map<string, number>();
  let total = 0;
  const countOf = (key: string) => inFlight.get(key) ?? 0;
  const add = (keys: readonly string[], change: 1 | -1) => {
    total += change;
    for (const key of keys) {
      const count = countOf(key) + change;
      if (count > 0) inFlight.set(key, count);
      else inFlight.delete(key);
    }
  };
  return {
    inFlight: () => total,
    enter: (client, tenant) => {
      const keys = tenant === undefined ? [client] : [client, `tenant ${tenant}`];
      const [own = 0, together = own] = keys.map(countOf);
      const room = together < quietMax ? max * (1 + reserveShare) : max;
      if (total >= room || own >= clientMax) return undefined;
      if (tenant !== undefined && together >= tenantMax) return undefined;
      add(keys, 1);
      let isOpen = true;
      return () => {
        if (isOpen) add(keys, -1);
        isOpen = false;
      };
    },
  };
}

/** A response as the framework keeps it. */
interface HeldResponse {
  readonly sent: boolean;
  readonly raw: ServerResponse;
}

/** Releases the slot with the response; after a disconnect, when the call must have timed out. */
export function holdSlot(reply: HeldResponse, leave: (() => void) | undefined): boolean {
  if (!leave) return false;
  reply.raw.once('close', () => {
    if (reply.sent) leave();
    else setTimeout(leave, orphanMs).unref();
  });
  return true;
}
