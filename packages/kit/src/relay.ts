/**
 * Carries the outbox to the bus. One relay per service works, the others stand by: the one that
 * holds the advisory lock. Two at once would be harmless, because the bus recognises repeats by id.
 */

import { setTimeout as pause } from 'node:timers/promises';
import type { Envelope } from '@svc/contracts';
import { Client } from 'pg';
import type { Bus } from './bus.ts';
import { liveness, serverLiveness } from './database/pool.ts';
import type { Runtime } from './runtime.ts';

const batchMax = 256;
const pollMs = 1_000;
/** After a wake-up: what is committed meanwhile goes out in the same batch. */
const gatherMs = 15;

export interface Relay {
  /** The outbox has something new. */
  wake(): void;
  /** Whether this is the one that publishes. */
  leads(): boolean;
  /** Finishes the batch under way. */
  stop(): Promise<void>;
}

interface OutboxRow {
  id: string;
  event_id: string;
  tenant_id: string;
  job_id: string;
  sequence: number;
  type: string;
  data: Envelope['data'];
  facts: Envelope['facts'];
  created_at: Date;
}

interface Working {
  runtime: Runtime;
  bus: Bus;
  bell: Bell;
  stopping: boolean;
  leading: boolean;
  /** Before more is published: whether the stream still has what we published. */
  checkStream: boolean;
  /** The highest number in the stream that our last batch got. */
  last: number;
}

export function startRelay(runtime: Runtime, bus: Bus, databaseUrl: string): Relay {
  const bell = createBell(pollMs);
  const relay: Working = {
    runtime,
    bus,
    bell,
    stopping: false,
    leading: false,
    checkStream: true,
    last: 0,
  };
  bus.onReconnect(() => {
    relay.checkStream = true;
    bell.ring();
  });
  const running = run(relay, databaseUrl);
  return {
    wake: bell.ring,
    leads: () => relay.leading,
    stop: async () => {
      relay.stopping = true;
      bell.ring();
      await running;
    },
  };
}

async function run(relay: Working, databaseUrl: string): Promise<void> {
  const { service, log } = relay.runtime;
  while (!relay.stopping) {
    const client = relayClient(databaseUrl, service);
    client.on('error', (err) => log.warn({ err }, 'relay connection lost'));
    try {
      await client.connect();
      await workOver(client, relay);
    } catch (err) {
      log.warn({ err }, 'relay restarts');
      relay.checkStream = true;
      relay.bell.reset();
      if (!relay.stopping) await relay.bell.wait();
    } finally {
      relay.leading = false;
      await client.end().catch(() => undefined);
    }
  }
}

/** As long as this connection, and with it the lock, lasts. */
async function workOver(client: Client, relay: Working): Promise<void> {
  const { bell, runtime } = relay;
  let lost = false;
  client.on('end', () => {
    lost = true;
    bell.ring();
  });
  client.on('notification', bell.ring);
  await client.query(`listen ${channel(runtime.service)}`);
  while (!relay.stopping && !lost) {
    bell.reset();
    relay.leading = await holdsLock(client, relay);
    const isDone = relay.leading ? await publishNext(relay) : true;
    if (isDone) {
      await bell.wait();
      await pause(gatherMs);
    }
  }
}

/** Whether there is nothing more to publish for now, or no way to. */
async function publishNext(relay: Working): Promise<boolean> {
  const { runtime, bus } = relay;
  if (relay.checkStream) {
    relay.checkStream = false;
    await republishLost(runtime, bus);
  }
  const batch = await publishBatch(runtime, bus);
  if (batch.size > 0) {
    // A stream that fails, or counts from a lower number, may not be the one it was.
    relay.checkStream ||= batch.failed || batch.last < relay.last;
    relay.last = batch.last;
  }
  return batch.failed || batch.size === 0;
}

const relayClient = (databaseUrl: string, service: string) =>
  new Client({
    connectionString: databaseUrl,
    application_name: `${service}:relay`,
    options: `-c search_path=${service} ${serverLiveness}`,
    ...liveness,
  });

/** Wakes whoever waits; a ring while nobody waits ends the next wait at once. */
interface Bell {
  ring(): void;
  reset(): void;
  wait(): Promise<void>;
}

function createBell(waitMs: number): Bell {
  let rung = false;
  let resume = () => {};
  return {
    ring: () => {
      rung = true;
      resume();
    },
    reset: () => {
      rung = false;
    },
    wait: () =>
      new Promise<void>((done) => {
        if (rung) {
          done();
          return;
        }
        const timer = setTimeout(done, waitMs);
        resume = () => {
          clearTimeout(timer);
          done();
        };
      }),
  };
}

export const channel = (service: string): string => `outbox_${service}`;

/** Whoever has the lock still asks, or a connection that died silently would never be noticed. */
async function holdsLock(client: Client, { leading, runtime }: Working): Promise<boolean> {
  if (leading) {
    await client.query('select 1');
    return true;
  }
  const { rows } = await client.query<{ locked: boolean }>(
    "select pg_try_advisory_lock(hashtext('relay'), hashtext($1)) as locked",
    [runtime.service],
  );
  return rows[0]?.locked ?? false;
}

interface Batch {
  size: number;
  /** The highest number in the stream that one of these events got. */
  last: number;
  failed: boolean;
}

const nothing: Batch = { size: 0, last: 0, failed: false };

/** Publishes the oldest unpublished events. */
async function publishBatch(runtime: Runtime, bus: Bus): Promise<Batch> {
  const { service, pools, metrics, log } = runtime;
  const { rows } = await pools.write.query<OutboxRow>({
    name: 'kit-relay-select',
    text: `select id, event_id, tenant_id, job_id, sequence, type, data, facts, created_at
             from outbox where published_at is null order by id limit $1`,
    values: [batchMax],
  });
  if (rows.length === 0) {
    metrics.outboxPending.set({ service }, 0);
    return nothing;
  }
  const acks = await Promise.allSettled(
    rows.map(async (row) => ({ id: row.id, seq: await bus.publish(toEnvelope(service, row)) })),
  );
  const stored = acks.flatMap((ack) => (ack.status === 'fulfilled' ? [ack.value] : []));
  const failure = acks.find((ack) => ack.status === 'rejected');
  if (failure) log.warn({ err: failure.reason, service }, 'publishing failed, will repeat');
  await pools.write.query({
    name: 'kit-relay-mark',
    text: `update outbox set published_at = $3,
                             stream_seq = ($2::bigint[])[array_position($1::bigint[], id)]
            where id = any($1::bigint[])`,
    values: [stored.map((m) => m.id), stored.map((m) => m.seq), runtime.clock.now()],
  });
  metrics.published.inc({ service }, stored.length);
  metrics.outboxPending.set({ service }, rows.length - stored.length);
  const last = Math.max(0, ...stored.map((m) => m.seq));
  return { size: rows.length, last, failed: failure !== undefined };
}

const toEnvelope = (producer: string, row: OutboxRow): Envelope => ({
  id: row.event_id,
  producer,
  type: row.type,
  tenant_id: row.tenant_id,
  job_id: row.job_id,
  sequence: row.sequence,
  created_at: row.created_at.toISOString(),
  data: row.data,
  facts: row.facts,
});

const lostBatch = 5_000;
const unpublishSql = `update outbox set published_at = null, stream_seq = null
  where id in (select id from outbox where stream_seq > $1 limit $2)`;

/**
 * The bus may come back without its newest messages, or empty: what we kept and it lost is marked
 * unpublished again. A stream made anew is known by its creation time.
 */
async function republishLost(runtime: Runtime, bus: Bus): Promise<void> {
  const { service, pools, log } = runtime;
  await bus.assertStream(service);
  const { created, lastSequence } = await bus.streamState(service);
  const client = await pools.write.connect();
  try {
    const { rows } = await client.query<{ created: string }>('select created from relay_stream');
    const isNew = rows[0]?.created !== created;
    const kept = isNew ? 0 : lastSequence;
    let events = 0;
    for (let batch = lostBatch; batch === lostBatch; events += batch) {
      const lost = await client.query(unpublishSql, [kept, lostBatch]);
      batch = lost.rowCount ?? 0;
    }
    await client.query(
      `insert into relay_stream (only_row, created) values (true, $1)
       on conflict (only_row) do update set created = excluded.created`,
      [created],
    );
    if (events > 0) log.warn({ service, events }, 'the stream lost events, repeating them');
  } finally {
    client.release();
  }
}
