/**
 * Consumer: applies another service's events, each once, and those of one job in order.
 *
 * Terms
 * - **batch**: up to 64 messages that waited together; they share one transaction (`bus.ts`).
 * - **inbox**: ids of the events this consumer has accepted, for 14 days; drops duplicates.
 * - **cursor**: per job, the sequence number that is handled next; row locks order the replicas.
 * - **series**: numbering epoch of a job; its numbers start at 1 again after 90 days of rest.
 * - **parked**: out-of-order buffer, for events that arrived before their predecessor.
 * - **quarantine**: messages delivered more than twice are handled alone (`quarantine.ts`).
 * - **dead letter**: an event that used up its attempts, until an operator re-drives it.
 *
 * States of an event at one consumer
 *
 *     delivered ─┬─ not an envelope ─────────────────────────────▶ dead letter (text, final)
 *                │
 *                ├─ deliveries ≤ 2 ─▶ in a batch ──┬─ in the inbox, or before the cursor ▶ repeated
 *                │       ▲             │           ├─ at the cursor, or unordered ────────▶ handled
 *                │       │ nak         │ batch     └─ ahead of the cursor ──▶ parked
 *                │       │             ▼ failed                                │  │
 *                │       └───────── each alone                                 │  │
 *                │                                                             │  │
 *                └─ deliveries > 2 ─▶ quarantined ─ the same three outcomes    │  │
 *                                       │  ▲                                   │  │
 *                                       │  └─ failed: nak                      │  │
 *                            8 attempts │                                      │  │
 *                                       ▼             8 attempts               │  │
 *                                  dead letter ◀───────────────────────────────┘  │
 *                                       │                                         │
 *                                       └─ redrive ─▶ handled ◀─ predecessor was ─┘
 *                                                                handled, or the
 *                                                                retry each minute
 *
 * `repeated`, `handled`, `parked` and `dead letter` acknowledge the message, after the commit.
 *
 * Guarantees
 * - Inbox row, cursor, effect and emitted events of an event commit together, so a redelivery has
 *   no second effect. If one event of a batch fails, the whole batch is rolled back and each event is
 *   handled alone; only if the database failed are all redelivered later.
 * - Events of a job are handled in the order of their numbers, except by a consumer all of whose
 *   reactions are `inAnyOrder`.
 * - A failing event delays the later events of its own job; events of other jobs go on.
 * - Concurrent transactions lock cursors, counters and shared rows in one order (tenant, job), so
 *   that they do not deadlock; a batch that deadlocks all the same is attempted three times.
 *
 * Not guaranteed
 * - Order between jobs, and order of events without a job (sequence 0).
 * - Progress of a job behind a dead letter: its later events stay parked until it is re-driven.
 * - Progress while 256 messages (`inFlightMax`) fail at once: the bus delivers no further ones.
 * - Exactly-once for effects outside of the database: a reaction has no clients for that reason.
 *
 * Numbers: `bus.ts` (batch, concurrency), `quarantine.ts`, `dead-letter.ts` (attempts),
 * `reactions.ts` (nak delays), `housekeeping.ts` (retention). Decisions 10 and 21.
 */
import type { Envelope } from '@svc/contracts';
import type { QueryResult } from 'pg';
import { kyselyOver } from '../database/kysely.ts';
import { inTransaction, type SqlStatement } from '../database/transaction.ts';
import type { Runtime } from '../process/runtime.ts';
import { collectEffects } from '../service/effects.ts';
import {
  advanceCursor,
  type Consumer,
  type ConsumerTransaction,
  cursorColumns,
  lockSharedRows,
  runReactions,
} from './consumer-transaction.ts';
import { utcDate } from './outbox.ts';
import { drainParked, park, seriesOf } from './parked.ts';

export type ConsumeResult = 'handled' | 'parked' | 'repeated';

export interface ConsumeOptions {
  /** Delete the event, in the same transaction, from the table it was retried from. */
  removals?: readonly SqlStatement[];
  /** Does not drain parked successors: if the process dies, this event alone is the cause. */
  isIsolated?: boolean;
}

/** One event in a transaction of its own. */
export async function consumeEvent(
  runtime: Runtime,
  consumer: Consumer,
  envelope: Envelope,
  options?: ConsumeOptions,
): Promise<ConsumeResult> {
  const results = await consumeEvents(runtime, consumer, [envelope], options);
  return results.get(envelope) ?? 'repeated';
}

/** A batch of events in one transaction. Throws, and rolls back all, if one reaction throws. */
export async function consumeEvents(
  runtime: Runtime,
  consumer: Consumer,
  envelopes: readonly Envelope[],
  { removals = [], isIsolated = false }: ConsumeOptions = {},
): Promise<Map<Envelope, ConsumeResult>> {
  const now = runtime.clock.now();
  const effects = collectEffects(runtime, consumer.contract, now);
  const results = await inTransaction(runtime.pools.write, {
    openings: [...removals, ...openings(consumer, envelopes, now)],
    work: async (client, answers) => {
      const db = kyselyOver<unknown>(client);
      const tx: ConsumerTransaction = {
        runtime,
        consumer,
        client,
        db,
        now,
        effects,
        cursors: new Map(),
      };
      const result = await consumeInOrder(tx, envelopes, answers.slice(removals.length));
      if (!isIsolated) await drainParked(tx);
      return { result, endings: endings(tx) };
    },
  });
  effects.announce();
  return results;
}

type JobKey = Pick<Envelope, 'tenant_id' | 'job_id'>;
const keyOf = ({ tenant_id, job_id }: JobKey) => `${tenant_id} ${job_id}`;

/** Sent with BEGIN: inserts inbox rows and locks the cursors of the batch's jobs. */
function openings(
  { name, producer, ordered }: Consumer,
  envelopes: readonly Envelope[],
  now: Date,
): SqlStatement[] {
  const ofJobs = envelopes.filter(({ sequence }) => ordered && sequence > 0);
  const jobs = [...new Map(ofJobs.map((envelope) => [keyOf(envelope), envelope])).values()];
  const inbox: SqlStatement = {
    name: 'kit-inbox-insert',
    text: `insert into inbox (consumer, event_id, received_at)
             select $1, id, $3 from unnest($2::text[]) as event(id) order by id
             on conflict do nothing returning event_id`,
    values: [name, envelopes.map(({ id }) => id), now],
  };
  const cursors: SqlStatement = {
    name: 'kit-cursor-lock',
    // Cursors of older versions have an empty tenant: a job continues from the number found there.
    text: `insert into job_cursor (consumer, producer, tenant_id, job_id, next, used_on)
             select $1, $2, tenant, job, coalesce(
               (select next from job_cursor
                 where tenant_id = '' and job_id = job and consumer = $1 and producer = $2), 1),
               $5::date
               from unnest($3::text[], $4::text[]) as event(tenant, job) order by tenant, job
             on conflict (tenant_id, job_id, consumer, producer) do update set next = job_cursor.next
             returning tenant_id, job_id, series, next`,
    values: [
      ...[name, producer],
      ...[jobs.map(({ tenant_id }) => tenant_id), jobs.map(({ job_id }) => job_id)],
      utcDate(now),
    ],
  };
  return jobs.length > 0 ? [inbox, cursors] : [inbox];
}

/** Lock order, the same in every transaction, so that concurrent batches cannot deadlock. */
const byJob = (a: Envelope, b: Envelope): number => {
  const [one, other] = [keyOf(a), keyOf(b)];
  if (one !== other) return one < other ? -1 : 1;
  return seriesOf(a) - seriesOf(b) || a.sequence - b.sequence;
};

async function consumeInOrder(
  tx: ConsumerTransaction,
  envelopes: readonly Envelope[],
  [inbox, cursors]: QueryResult[],
): Promise<Map<Envelope, ConsumeResult>> {
  const fresh = new Set<string>(inbox?.rows.map(({ event_id }) => event_id));
  for (const row of cursors?.rows ?? []) {
    tx.cursors.set(keyOf(row), { ...row, hasAdvanced: false });
  }
  await lockSharedRows(
    tx,
    envelopes.filter(({ id }) => fresh.has(id)),
  );
  const results = new Map<Envelope, ConsumeResult>();
  for (const envelope of envelopes.toSorted(byJob)) {
    results.set(envelope, fresh.delete(envelope.id) ? await consumeNext(tx, envelope) : 'repeated');
  }
  return results;
}

async function consumeNext(tx: ConsumerTransaction, envelope: Envelope): Promise<ConsumeResult> {
  const cursor = tx.cursors.get(keyOf(envelope));
  if (envelope.sequence === 0 || !cursor) {
    await runReactions(tx, envelope);
    return 'handled';
  }
  const series = seriesOf(envelope);
  if (series > cursor.series) {
    Object.assign(cursor, { series, next: 1, hasAdvanced: true });
  }
  if (series < cursor.series) {
    // A dead letter re-driven after months: its job has a newer series, it has no place in order.
    await runReactions(tx, envelope);
    return 'handled';
  }
  if (envelope.sequence < cursor.next) return 'repeated';
  if (envelope.sequence > cursor.next) {
    await park(tx, envelope);
    return 'parked';
  }
  await runReactions(tx, envelope);
  advanceCursor(cursor);
  return 'handled';
}

/** Sent with COMMIT: advanced cursors and the effects of the reactions. */
function endings({ consumer, effects, cursors, now }: ConsumerTransaction): SqlStatement[] {
  const advanced = [...cursors.values()].filter(({ hasAdvanced }) => hasAdvanced);
  const cursorsTo: SqlStatement = {
    name: 'kit-cursor-advance',
    // Upsert of rows that exist: an UPDATE joined with arrays may be planned as a full scan.
    text: `insert into job_cursor (consumer, producer, tenant_id, job_id, series, next, used_on)
           select $1, $2, t, j, s, n, $7::date
             from unnest($3::text[], $4::text[], $5::int[], $6::int[]) as cursor(t, j, s, n)
           on conflict (tenant_id, job_id, consumer, producer) do update
             set series = excluded.series, next = excluded.next, used_on = excluded.used_on`,
    values: [consumer.name, consumer.producer, ...cursorColumns(advanced), utcDate(now)],
  };
  return [...(advanced.length > 0 ? [cursorsTo] : []), ...effects.endings()];
}
