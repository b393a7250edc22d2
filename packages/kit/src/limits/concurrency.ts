/**
 * Load shedding by a concurrency limit: bounds the requests in flight, per process and per client, so
 * that admitted requests are answered in time. Requests above a bound are refused at once (503).
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
}

export interface ConcurrencyLimit {
  /** Acquires a slot and returns its release function; `undefined` when none is free. */
  enter(client: string): (() => void) | undefined;
  inFlight(): number;
}

/** A client with fewer requests in flight than this may use the reserve. */
const quietMax = 4;
/** Size of the reserve, as a share of the process bound. */
const reserveShare = 1 / 4;

/** A call may continue this long after the client disconnected (its own timeout), ms. */
const orphanMs = 8_000;

export function createConcurrencyLimit({ max, clientMax }: ConcurrencyRule): ConcurrencyLimit {
  const ofClients = new Map<string, number>();
  let total = 0;
  const leave = (client: string) => {
    total -= 1;
    const own = (ofClients.get(client) ?? 0) - 1;
    if (own > 0) ofClients.set(client, own);
    else ofClients.delete(client);
  };
  return {
    inFlight: () => total,
    enter: (client) => {
      const own = ofClients.get(client) ?? 0;
      const room = own < quietMax ? max * (1 + reserveShare) : max;
      if (total >= room || own >= clientMax) return undefined;
      total += 1;
      ofClients.set(client, own + 1);
      let isOpen = true;
      return () => {
        if (isOpen) leave(client);
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
