/**
 * Consumer: applies another service's events, each once, and those of one job in order.
 *
 * Terms
 * - **batch**: up to 64 messages that waited together, or came within the batching delay of the service;
 *   they share one transaction (`bus.ts`).
 * - **reaction**: handles one event, or all that a batch has for it (`onBatch`); what is due is decided
 *   before the first reaction runs (`consumer-transaction.ts`).
 * - **cursor**: per job, the sequence number that is handled next; row locks order the replicas, and
 *   an event whose number is lower is a duplicate (`cursors.ts`).
 * - **inbox**: ids of accepted events that no cursor covers, for 14 days; drops their duplicates.
 * - **series**: numbering epoch of a job; its numbers start at 1 again after 90 days of rest.
 * - **parked**: out-of-order buffer, for events that arrived before their predecessor.
 * - **quarantine**: messages delivered more than twice are handled alone (`quarantine.ts`).
 * - **dead letter**: an event that used up its attempts, until an operator re-drives it.
 *
 * States of an event at one consumer
 *
 *     delivered ─┬─ not an envelope ─────────────────────────────▶ dead letter (text, final)
 *                │
 *                ├─ deliveries ≤ 2 ─▶ in a batch ──┬─ before the cursor, or in the inbox ▶ repeated
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
 * - Cursor or inbox row, effect and emitted events of an event commit together, so a redelivery has
 *   no second effect. If one event of a batch fails, the whole batch is rolled back and each event is
 *   handled alone; only if the database failed are all redelivered later.
 * - Events of a job are handled in the order of their numbers, except by a consumer all of whose
 *   reactions are `inAnyOrder`.
 * - In the inbox are events without a job, those of consumers without cursors, those that were not
 *   next of their job when they came, and those of a job that has one of these parked.
 * - A failing event delays the later events of its own job; events of other jobs continue.
 * - Concurrent transactions lock cursors and counters in one order (tenant, job), so that they do not
 *   deadlock; a batch that deadlocks all the same, over rows of its reactions, is attempted three times.
 *
 * Not guaranteed
 * - Order between jobs, and order of events without a job (sequence 0).
 * - Progress of a job behind a dead letter: its later events stay parked until it is re-driven.
 * - Progress while 256 messages (`deliveriesMax`) fail together: the bus delivers no further ones.
 * - Exactly-once for effects outside of the database: a reaction has no clients for that reason.
 *
 * Numbers: `bus.ts` (batch, concurrency), `quarantine.ts`, `dead-letter.ts` (attempts),
 * `reactions.ts` (nak delays), `housekeeping.ts` (retention). Why: docs/architecture/events.md.
 */
import type { Envelope } from '@svc/contracts';
import type { QueryResult } from 'pg';
import { kyselyOver } from '../database/kysely.ts';
import { inTransaction, type SqlStatement } from '../database/transaction.ts';
import { collectEffects } from '../effects/effects.ts';
import type { Runtime } from '../service/runtime.ts';
import {
  advanceCursor,
  type Consumer,
  type ConsumerTransaction,
  runReactions,
} from './consumer-transaction.ts';
import {
  byJob,
  jobKeyOf,
  openCursors,
  runsOf,
  saveCursors,
  seriesOf,
  takeRuns,
} from './cursors.ts';
import { drainParked, park } from './parked-events.ts';

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
  const isInOrder = ({ sequence }: Envelope) => consumer.ordered && sequence > 0;
  const runs = runsOf(envelopes.filter(isInOrder));
  const others = envelopes.filter((envelope) => !isInOrder(envelope));
  const take = runs.length > 0 ? [takeRuns(consumer, runs, now)] : [];
  const accept = others.length > 0 ? [insertInbox(consumer, others, now)] : [];
  const results = await inTransaction(runtime.pools.write, {
    openings: [...removals, ...take, ...accept],
    work: async (client, answers) => {
      const db = kyselyOver<unknown>(client);
      const opened = answers.slice(removals.length);
      const taken = take.length > 0 ? (opened.shift()?.rows ?? []) : [];
      const cursors = await openCursors(client, consumer, { runs, taken, now });
      const tx: ConsumerTransaction = { runtime, consumer, client, db, now, effects, cursors };
      const result = await consumeInOrder(tx, envelopes, opened.shift());
      if (!isIsolated) await drainParked(tx);
      return {
        result,
        endings: [...saveCursors(consumer, cursors.values(), now), ...effects.endings()],
      };
    },
  });
  effects.announce();
  return results;
}

const insertInbox = (
  { name }: Consumer,
  envelopes: readonly Envelope[],
  now: Date,
): SqlStatement => ({
  name: 'kit-inbox-insert',
  text: `insert into inbox (consumer, event_id, received_at)
           select $1, id, $3 from unnest($2::text[]) as event(id) order by id
           on conflict do nothing returning event_id`,
  values: [name, envelopes.map(({ id }) => id), now],
});

async function consumeInOrder(
  tx: ConsumerTransaction,
  envelopes: readonly Envelope[],
  inbox: QueryResult | undefined,
): Promise<Map<Envelope, ConsumeResult>> {
  const fresh = new Set<string>(inbox?.rows.map(({ event_id }) => event_id));
  const isNew = (envelope: Envelope) => {
    const cursor = tx.cursors.get(jobKeyOf(envelope));
    if (!cursor || envelope.sequence === 0) return fresh.has(envelope.id);
    return seriesOf(envelope) !== cursor.series || envelope.sequence >= cursor.next;
  };
  const results = new Map<Envelope, ConsumeResult>();
  for (const envelope of envelopes.toSorted(byJob)) {
    results.set(envelope, isNew(envelope) ? await takeNext(tx, envelope) : 'repeated');
    fresh.delete(envelope.id);
  }
  const due = [...results].flatMap(([envelope, result]) => (result === 'handled' ? envelope : []));
  await runReactions(tx, due);
  return results;
}

/** Moves the cursor past an event that is to be handled; another one is parked or dropped. */
async function takeNext(tx: ConsumerTransaction, envelope: Envelope): Promise<ConsumeResult> {
  const cursor = tx.cursors.get(jobKeyOf(envelope));
  if (envelope.sequence === 0 || !cursor) return 'handled';
  const series = seriesOf(envelope);
  const isNext = series === cursor.series && envelope.sequence === cursor.next;
  // The event may be parked as well; it is then handled from its row, and this copy is a repetition.
  if ((!isNext || cursor.parked) && !(await accept(tx, envelope))) return 'repeated';
  if (series > cursor.series) {
    Object.assign(cursor, { series, next: 1, hasAdvanced: true });
  }
  // A dead letter re-driven after months: its job has a newer series, it has no place in order.
  if (series < cursor.series) return 'handled';
  if (envelope.sequence > cursor.next) {
    await park(tx, envelope);
    cursor.parked = true;
    return 'parked';
  }
  advanceCursor(cursor);
  return 'handled';
}

/** False if the event is in the inbox already. */
async function accept({ client, consumer, now }: ConsumerTransaction, envelope: Envelope) {
  const { rowCount } = await client.query(insertInbox(consumer, [envelope], now));
  return rowCount === 1;
}
