/** Publishes one batch of the outbox and records the claims. Batch sizes are not measured. */
import type { Envelope } from '@svc/contracts';
import type { ClientBase } from 'pg';
import type { LowWaterMark } from '../database/low-water-mark.ts';
import { inSpan } from '../observability/tracer.ts';
import type { Runtime } from '../service/runtime.ts';
import { type Bus, StreamFull } from './bus.ts';
import { withdrawNumbers } from './outbox-claims.ts';

/** New events per batch: they are published concurrently, so it bounds what is in flight. */
const newMax = 256;
/** Repeats per batch: fewer than new events, which are therefore hardly delayed by a repair. */
const repeatsMax = 128;

interface OutboxRow {
  id: string;
  event_id: string;
  tenant_id: string;
  job_id: string;
  series: number;
  sequence: number;
  type: string;
  data: Envelope['data'];
  internals: Envelope['internals'];
  created_at: Date;
  repeats: number;
  traceparent: string | null;
}

export interface Batch {
  /** The lowest and the highest number in the stream that one of these events got. */
  lowest: number;
  highest: number;
  failed: boolean;
  /** There may be more to publish. */
  full: boolean;
}

const emptyBatch: Batch = {
  lowest: Number.POSITIVE_INFINITY,
  highest: 0,
  failed: false,
  full: false,
};

export interface BatchOptions {
  /** The leader's connection: a reply over it shows that the leader still holds the lock. */
  client: ClientBase;
  /** All events below it are published. */
  mark: LowWaterMark;
  /** Highest stream number known to be in use. */
  highest: number;
  /** During a repair: repeats wait, and any number may still carry an old claim. */
  isRepairing: boolean;
}

/** Publishes the oldest unpublished events, new ones before repeats. */
export async function publishBatch(
  runtime: Runtime,
  bus: Bus,
  options: BatchOptions,
): Promise<Batch> {
  const { service, metrics } = runtime;
  const rows = await unpublished(options);
  if (rows.length === 0) return emptyBatch;
  const acks = await Promise.allSettled(
    rows.map(async (row) => ({
      id: row.id,
      seq: await publish(runtime, bus, row),
    })),
  );
  const stored = acks.flatMap((ack) => (ack.status === 'fulfilled' ? [ack.value] : []));
  const failures = acks.flatMap((ack) => (ack.status === 'rejected' ? [ack.reason] : []));
  if (failures.length > 0) reportFailure(runtime, failures);
  const numbers = stored.map(({ seq }) => seq);
  const lowest = Math.min(...numbers);
  if (options.isRepairing || lowest <= options.highest) await withdrawReused(runtime, stored);
  await claim(runtime, options.client, stored);
  if (failures.length === 0) markGone(options.mark, rows);
  metrics.published.inc({ service }, stored.length);
  const highest = Math.max(0, ...numbers);
  const full = rows.length >= Math.min(newMax, repeatsMax);
  return { lowest, highest, failed: failures.length > 0, full };
}

/** Once per batch: each of its events failed for the same reason, or as good as. */
function reportFailure({ service, metrics, log }: Runtime, failures: readonly unknown[]): void {
  const full = failures.find((failure) => failure instanceof StreamFull);
  const events = failures.length;
  metrics.publishFailures.inc({ service, reason: full ? 'full' : 'failed' });
  if (full) log.error({ err: full, service, events }, 'the stream is full, will retry');
  else log.warn({ err: failures[0], service, events }, 'publishing failed, will retry');
}

/** Runs in a span of the trace that emitted the event; an event without a trace starts none. */
function publish({ service, tracer }: Runtime, bus: Bus, row: OutboxRow): Promise<number> {
  const { type, traceparent: parent } = row;
  const envelope = toEnvelope(service, row);
  const messageId = messageIdOf(row);
  if (parent === null) return bus.publish(envelope, messageId);
  return inSpan(tracer, { name: `publish ${type}`, kind: 'producer', parent }, ({ traceparent }) =>
    bus.publish({ ...envelope, traceparent }, messageId),
  );
}

async function unpublished({ client, mark, isRepairing }: BatchOptions): Promise<OutboxRow[]> {
  const columns = `id, event_id, tenant_id, job_id, series, sequence, type, data, internals, created_at,
                   repeats, traceparent`;
  const { rows } = await client.query<OutboxRow>({
    name: 'kit-relay-select',
    text: `(select ${columns} from outbox where published_at is null and repeats = 0 and id > $3
             order by id limit $1)
           union all
           (select ${columns} from outbox where published_at is null and repeats > 0
             order by repeats, id limit $2)`,
    values: [newMax, isRepairing ? 0 : repeatsMax, mark.above()],
  });
  return rows;
}

/** New events are read in order of their ids: all up to the last are published. */
function markGone(mark: LowWaterMark, rows: readonly OutboxRow[]): void {
  const last = rows.findLast(({ repeats }) => repeats === 0);
  if (last) mark.gone(Number(last.id));
}

interface StoredMessage {
  id: string;
  seq: number;
}

/** Withdraws older claims to these numbers: the stream reused them, so it lost those events. */
async function withdrawReused(
  { service, pools, metrics, log }: Runtime,
  stored: readonly StoredMessage[],
) {
  const numbers = stored.map(({ seq }) => seq);
  const ids = stored.map(({ id }) => id);
  const events = await withdrawNumbers(pools.write, numbers, ids);
  if (events === 0) return;
  metrics.repeated.inc({ service, reason: 'reused' }, events);
  log.warn({ service, events }, 'stream reused sequence numbers; republishing their events');
}

async function claim(
  { clock }: Runtime,
  client: ClientBase,
  stored: readonly StoredMessage[],
): Promise<void> {
  await client.query({
    name: 'kit-relay-mark',
    text: `update outbox set published_at = $3,
                             stream_seq = ($2::bigint[])[array_position($1::bigint[], id)]
            where id = any($1::bigint[])`,
    values: [stored.map(({ id }) => id), stored.map(({ seq }) => seq), clock.now()],
  });
}

/** A repeat needs a fresh id: the stream's duplicate window would drop the first one. */
const messageIdOf = ({ event_id, repeats }: OutboxRow): string =>
  repeats === 0 ? event_id : `${event_id}.${repeats}`;

const toEnvelope = (producer: string, row: OutboxRow): Envelope => ({
  id: row.event_id,
  producer,
  type: row.type,
  tenant_id: row.tenant_id,
  job_id: row.job_id,
  series: row.series,
  sequence: row.sequence,
  created_at: row.created_at.toISOString(),
  data: row.data,
  internals: row.internals,
});
