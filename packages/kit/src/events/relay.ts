/**
 * The relay: carries the outbox of a service to its stream, and keeps the stream true to it.
 *
 * Terms
 * - **outbox**: table of the service's events, written in the transaction of their effect; 7 days.
 * - **claim**: an outbox row with `stream_seq` says: the stream holds this event under that number.
 * - **repeat**: an event whose claim was withdrawn; it is published again under a fresh message id.
 * - **leader**: the one relay per service that works, the holder of an advisory lock.
 * - **inspection**: compares claims and stream; every 30 s, and whenever there is a reason.
 * - **repair**: withdraws the claims that an inspection found to be untrue.
 *
 * States of an outbox row
 *
 *     committed ──publish──▶ stored, not claimed ──PubAck──▶ claimed ──7 days──▶ purged
 *         ▲                     │ (died before the claim: published again under the same id,
 *         │                     ▼  which the stream drops within its duplicate window)
 *         └─── repeats + 1 ◀── withdrawn: the claim turned out untrue
 *
 * States of the leader
 *
 *     standby ──lock──▶ inspect ──nothing lost──▶ publish: new events, then repeats ──┐
 *                        ▲  │                         ▲   │                           │ nothing
 *                        │  └─lost─▶ repair, a batch ─┘   ├─ number used again,       │ left: wait
 *                        │           at a time, new       │  failed publish,          │ for a
 *                        │           events in between    │  reconnect, 30 s          ▼ wake-up
 *                        └────────────────────────────────┴───────────────────────────┘
 *
 * What an inspection finds: `stream-repair.ts`. In short: the stream is known by an identity of our
 * own (`stream-identity.ts`); the message at our highest claim must be that event, or the last true
 * claim is found by bisection; numbers that are missing in between are listed by the server.
 *
 * Guarantees
 * - A committed event is in the stream at least once, also after the stream was restored from a
 *   snapshot, truncated, hollowed out, purged or created again, with the relay connected or not: a
 *   loss is noticed by the next publish or inspection. Consumers drop repeats by event id.
 * - An event of a transaction that commits more than 30 s after it drew its id may wait 30 s longer
 *   (`low-water-mark.ts`).
 * - New events do not wait for repeats: they go first in each batch, and between repair batches.
 * - A restart of the server without loss repeats no event.
 *
 * Not guaranteed
 * - Order in the stream: consumers order the events of a job by their numbers.
 * - Messages that are deleted on purpose stay deleted only if their claims are cleared first:
 *   `stream_seq` null with `published_at` set claims nothing and is not repeated.
 * - Two relays at a change of leader may publish the same event: dropped like any repeat.
 *
 * Numbers: the poll interval of 1 s matters if a wake-up is lost (docs/architecture/events.md), and
 * is how long a standby may take to follow a leader. An inspection each 30 s is
 * `SVC_STREAM_INSPECTION_SECONDS` (docs/architecture/events.md). Batch sizes are in
 * `outbox-batch.ts`; they and the batching delay are chosen, not measured.
 */
import { Client } from 'pg';
import { createLowWaterMark, type LowWaterMark } from '../database/low-water-mark.ts';
import { liveness, plannerSettings, serverLiveness } from '../database/pool.ts';
import type { Runtime } from '../service/runtime.ts';
import { pollLoop } from '../values/poll-loop.ts';
import type { Bus } from './bus.ts';
import { publishBatch } from './outbox-batch.ts';
import { inspectStream, withdrawLost } from './stream-repair.ts';

const pollMs = 1_000;
/** Batching delay after a wake-up, ms: events committed meanwhile share the batch. */
const gatherMs = 15;

export interface Relay {
  /** Signals that the outbox has new events. */
  wake(): void;
  /** Whether this relay is the leader. */
  leads(): boolean;
  /** Finishes the running batch. */
  stop(): Promise<void>;
}

interface RelayState {
  runtime: Runtime;
  bus: Bus;
  /** Holds the advisory lock; undefined while the database is out of reach. */
  client: Client | undefined;
  leading: boolean;
  /** When the stream is inspected next, on the clock of `performance`. */
  inspectAt: number;
  /** All events below it are published. */
  mark: LowWaterMark;
  /** Highest stream number known to be in use. */
  highest: number;
  repair: AsyncGenerator<number> | undefined;
}

export function startRelay(runtime: Runtime, bus: Bus, databaseUrl: string): Relay {
  const relay: RelayState = {
    runtime,
    bus,
    client: undefined,
    leading: false,
    inspectAt: 0,
    mark: createLowWaterMark(),
    highest: 0,
    repair: undefined,
  };
  const connect = () => connectRelay(relay, databaseUrl, () => loop.wake());
  /** A standby asks for the lock once per poll interval, not after each event. */
  const wake = () => {
    if (relay.leading || relay.client === undefined) loop.wake();
  };
  const pass = async () => {
    try {
      relay.client ??= await connect();
      return await publishAsLeader(relay.client, relay);
    } catch (err) {
      await disconnect(relay);
      throw err;
    }
  };
  const loop = pollLoop({ idleMs: pollMs, gatherMs, pass }, { name: 'relay', log: runtime.log });
  bus.onReconnect(() => {
    relay.inspectAt = 0;
    loop.wake();
  });
  return {
    wake,
    leads: () => relay.leading,
    stop: async () => {
      await loop.stop();
      await disconnect(relay);
    },
  };
}

/**
 * Claims are committed without waiting for the disk: those of the last moments before a crash of the
 * database are lost, as if the relay had died before them, and their events published again.
 */
const claimSettings = '-c synchronous_commit=off';

/** The connection whose session holds the lock; `wake` when the outbox has news, or it is lost. */
async function connectRelay(relay: RelayState, url: string, wake: () => void): Promise<Client> {
  const { service, log } = relay.runtime;
  const client = new Client({
    connectionString: url,
    application_name: `${service}:relay`,
    options: `-c search_path=${service} ${plannerSettings} ${serverLiveness} ${claimSettings}`,
    ...liveness,
  });
  client.on('error', (err) => log.warn({ err }, 'relay connection lost'));
  client.on('end', () => {
    if (relay.client !== client) return;
    relay.client = undefined;
    relay.leading = false;
    wake();
  });
  client.on('notification', () => {
    if (relay.leading) wake();
  });
  try {
    await client.connect();
    await client.query(`listen ${channel(service)}`);
    return client;
  } catch (err) {
    await client.end().catch(() => undefined);
    throw err;
  }
}

/** Closes the connection, which ends its session and so releases the lock. */
async function disconnect(relay: RelayState): Promise<void> {
  const { client } = relay;
  relay.client = undefined;
  relay.leading = false;
  relay.inspectAt = 0;
  await client?.end().catch(() => undefined);
}

/** One pass: true if there may be more to publish. */
async function publishAsLeader(client: Client, relay: RelayState): Promise<boolean> {
  const led = relay.leading;
  relay.leading = await holdsLock(client, relay);
  // Another relay may have led before.
  if (!led) relay.inspectAt = 0;
  return relay.leading && publishNext(client, relay);
}

/** False if no event is left to publish, or publishing fails: then the relay waits. */
async function publishNext(client: Client, relay: RelayState): Promise<boolean> {
  const { runtime, bus } = relay;
  if (performance.now() >= relay.inspectAt) await inspect(relay);
  if (relay.repair && (await relay.repair.next()).done) relay.repair = undefined;
  const isRepairing = relay.repair !== undefined;
  const batch = await publishBatch(runtime, bus, {
    ...{ client, mark: relay.mark, highest: relay.highest, isRepairing },
  });
  // A number that is used again, or a stream that fails: it may not be the one it was.
  if (batch.failed || batch.lowest <= relay.highest) relay.inspectAt = 0;
  relay.highest = Math.max(relay.highest, batch.highest);
  return isRepairing || (!batch.failed && batch.full);
}

async function inspect(relay: RelayState): Promise<void> {
  const { runtime, bus } = relay;
  const everyMs = runtime.config.SVC_STREAM_INSPECTION_SECONDS * 1000;
  relay.inspectAt = performance.now() + everyMs;
  const inspection = await inspectStream(runtime, bus);
  relay.highest = inspection.stream.lastSequence;
  relay.repair = withdrawLost(runtime, inspection);
}

export const channel = (service: string): string => `outbox_${service}`;

async function holdsLock(client: Client, { leading, runtime }: RelayState): Promise<boolean> {
  if (leading) return true;
  const { rows } = await client.query<{ locked: boolean }>(
    "select pg_try_advisory_lock(hashtext('relay'), hashtext($1)) as locked",
    [runtime.service],
  );
  return rows[0]?.locked ?? false;
}
