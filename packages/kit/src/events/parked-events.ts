/**
 * Out-of-order buffer: events that arrived before their predecessor wait in the table `parked_event` and
 * are drained in the transaction that handles the predecessor. State diagram: `consumer.ts`.
 */
import type { Envelope } from '@svc/contracts';
import {
  advanceCursor,
  type Consumer,
  type ConsumerTransaction,
  runReactions,
} from './consumer-transaction.ts';
import { type Cursor, cursorColumns, seriesOf } from './cursors.ts';

/** Key of a parked event: $1 tenant, $2 job, $3 consumer, $4 producer, $5 series, $6 sequence. */
export const parkedKeyCondition = `tenant_id = $1 and job_id = $2 and consumer = $3 and producer = $4
  and series = $5 and sequence = $6`;

export const parkedKeyValues = ({ name, producer }: Consumer, envelope: Envelope) => [
  ...[envelope.tenant_id, envelope.job_id, name, producer],
  ...[seriesOf(envelope), envelope.sequence],
];

export async function park(
  { consumer, client, now }: ConsumerTransaction,
  envelope: Envelope,
): Promise<void> {
  await client.query(
    `insert into parked_event
       (tenant_id, job_id, consumer, producer, series, sequence, envelope, parked_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [...parkedKeyValues(consumer, envelope), JSON.stringify(envelope), now],
  );
}

/** Drains the successors of the events handled in this transaction, in order of each job. */
export async function drainParked(tx: ConsumerTransaction): Promise<void> {
  const isDue = ({ hasAdvanced, parked }: Cursor) => hasAdvanced && parked;
  let advanced = [...tx.cursors.values()].filter(isDue);
  const drained = new Set<Cursor>();
  while (advanced.length > 0) {
    const found = await findParked(tx, advanced);
    advanced = [];
    for (const { cursor, envelope } of found) {
      if (await handleParked(tx, envelope)) {
        advanceCursor(cursor);
        advanced.push(cursor);
        drained.add(cursor);
      }
    }
  }
  if (drained.size > 0) await unmarkEmpty(tx, [...drained]);
}

/** These jobs have no parked events left; from now on their cursors alone drop duplicates. */
async function unmarkEmpty({ client, consumer }: ConsumerTransaction, cursors: readonly Cursor[]) {
  const [tenants, jobs] = cursorColumns(cursors);
  const { rows } = await client.query<{ place: number }>({
    name: 'kit-parked-none',
    text: `select place::int from unnest($3::text[], $4::text[])
             with ordinality as j(tenant, job, place)
            where not exists (
              select from parked_event where tenant_id = tenant and job_id = job
                 and consumer = $1 and producer = $2)`,
    values: [consumer.name, consumer.producer, tenants, jobs],
  });
  for (const { place } of rows) {
    const cursor = cursors[place - 1];
    if (cursor) cursor.parked = false;
  }
}

async function findParked({ client, consumer }: ConsumerTransaction, cursors: readonly Cursor[]) {
  const { rows } = await client.query<{ place: number; envelope: Envelope }>({
    name: 'kit-parked-next',
    text: `select j.place::int as place, p.envelope
             from unnest($3::text[], $4::text[], $5::int[], $6::int[])
               with ordinality as j(tenant_id, job_id, series, next, place)
            cross join lateral (
              select envelope from parked_event p
               where p.tenant_id = j.tenant_id and p.job_id = j.job_id
                 and p.consumer = $1 and p.producer = $2
                 and p.series = j.series and p.sequence = j.next offset 0) p`,
    values: [consumer.name, consumer.producer, ...cursorColumns(cursors)],
  });
  return rows.flatMap(({ place, envelope }) => {
    const cursor = cursors[place - 1];
    return cursor ? [{ cursor, envelope }] : [];
  });
}

/** A failure rolls back to the savepoint: the event stays parked for `retryParked`. */
async function handleParked(tx: ConsumerTransaction, envelope: Envelope): Promise<boolean> {
  const { client, consumer, effects, runtime } = tx;
  const rollBack = effects.savepoint();
  await client.query('savepoint parked');
  try {
    await runReactions(tx, [envelope]);
  } catch (err) {
    await client.query('rollback to savepoint parked');
    rollBack();
    runtime.log.warn({ err, event_id: envelope.id }, 'parked event failed; it stays parked');
    return false;
  }
  await client.query(
    `delete from parked_event where ${parkedKeyCondition}`,
    parkedKeyValues(consumer, envelope),
  );
  return true;
}
