/**
 * Retention of the kit's own tables, in every service.
 *
 * Sequence counters: deleted after 90 days without an event. A later event of the job starts a new,
 * higher series, and consumers reset their cursor to it: it is neither dropped as a duplicate nor
 * parked. All events of the old series are consumed by then, because stream and outbox keep them
 * for 7 days and an inbox for 14.
 *
 * Cursors: deleted after 180 days without an event. While a counter exists, its events are at most
 * 90 days apart, and a consumer is at most 14 days late, so a cursor outlives its series.
 */
import { type Kysely, sql } from 'kysely';
import { purgeDaily } from '../database/daily-table.ts';
import type { Consumer } from '../events/consumer-transaction.ts';
import { retryParked } from '../events/dead-letter.ts';
import { requestPredecessors } from '../events/predecessor-request.ts';
import type { Schedule } from '../service/bind.ts';
import type { Runtime } from '../service/runtime.ts';
import { releaseOfTheDead } from '../tasks/runner.ts';

/** Rows per transaction: short locks. Not measured. */
const batch = 1_000;
const hour = 60 * 60 * 1000;
const day = 24 * hour;

const hourly = '17 * * * *';

interface Context {
  db: Kysely<unknown>;
  now: Date;
}

export function housekeeping(runtime: Runtime, consumers: readonly Consumer[]): Schedule[] {
  return [
    daily('purge-receipts', { table: 'receipt', keepMs: 48 * hour }, 'created_at'),
    // Rows go by id, from the oldest on: an index by time would cost each event two more writes.
    daily('purge-outbox', { table: 'outbox', keepMs: 7 * day }, 'published_at', 'id'),
    {
      name: 'release-tasks',
      cron: '* * * * *',
      run: ({ db, now }: Context) => releaseOfTheDead(db, runtime.service, now),
    },
    // Longer than the stream keeps messages, or a late repeat would count as new.
    daily('purge-inbox', { table: 'inbox', keepMs: 14 * day }, 'received_at'),
    purge('purge-job-sequences', { table: 'job_sequence', column: 'used_on', keepMs: 90 * day }),
    purge('purge-job-cursors', { table: 'job_cursor', column: 'used_on', keepMs: 180 * day }),
    {
      name: 'retry-parked',
      cron: '* * * * *',
      run: async () => {
        for (const consumer of consumers) {
          await retryParked(runtime, consumer);
          await requestPredecessors(runtime, consumer);
        }
      },
    },
  ];
}

interface Kept {
  table: string;
  keepMs: number;
}

function purge(name: string, { table, keepMs, column }: Kept & { column: string }): Schedule {
  const run = async ({ db, now }: Context) => {
    const before = new Date(now.getTime() - keepMs);
    return (await deleteOld(db, { table, column, before })) ? 'again' : undefined;
  };
  return { name, cron: hourly, run };
}

/** Whole days, and single rows where a partition is no day. */
function daily(name: string, { table, keepMs }: Kept, column: string, order?: 'id'): Schedule {
  const run = ({ db, now }: Context) => {
    const before = new Date(now.getTime() - keepMs);
    return purgeDaily(db, { table, now, before }, (partition) =>
      deleteOld(db, { table: partition, column, before, order }),
    );
  };
  return { name, cron: hourly, run };
}

interface OldRows {
  table: string;
  column: string;
  before: Date;
  order?: 'id' | undefined;
}

/** True if there may be more. Some of the oldest rows may be young by this column: they stay. */
async function deleteOld(
  db: Kysely<unknown>,
  { table, column, before, order }: OldRows,
): Promise<boolean> {
  const isOld = sql`${sql.ref(column)} < ${before}`;
  const { numAffectedRows = 0n } = await (order
    ? sql`delete from ${sql.table(table)} where ${isOld} and ${sql.ref(order)} = any (array(
            select ${sql.ref(order)} from ${sql.table(table)} order by 1 limit ${batch}))`
    : sql`delete from ${sql.table(table)} where ctid = any (array(
            select ctid from ${sql.table(table)} where ${isOld} limit ${batch}))`
  ).execute(db);
  return order ? numAffectedRows > 0n : numAffectedRows === BigInt(batch);
}
