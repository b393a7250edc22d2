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
    purge('purge-receipts', { table: 'receipt', column: 'created_at', keepMs: 48 * hour }),
    { name: 'purge-outbox', cron: hourly, run: purgeOutbox },
    {
      name: 'release-tasks',
      cron: '* * * * *',
      run: ({ db, now }: Context) => releaseOfTheDead(db, runtime.service, now),
    },
    // Longer than the stream keeps messages, or a late repeat would count as new.
    purge('purge-inbox', { table: 'inbox', column: 'received_at', keepMs: 14 * day }),
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

function purge(
  name: string,
  { table, column, keepMs }: { table: string; column: string; keepMs: number },
): Schedule {
  const run = async ({ db, now }: Context) => {
    const before = new Date(now.getTime() - keepMs);
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any (array(
        select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before} limit ${batch}))
    `.execute(db);
    return numAffectedRows === BigInt(batch) ? 'again' : undefined;
  };
  return { name, cron: hourly, run };
}

/**
 * Deletes by id, from the oldest row on: an index by time would cost each event two more writes.
 * Old events that were repeated lately stay, and so do the events behind a batch of them.
 */
async function purgeOutbox({ db, now }: Context): Promise<'again' | undefined> {
  const before = new Date(now.getTime() - 7 * day);
  const { numAffectedRows } = await sql`
    delete from outbox where published_at < ${before} and id = any (array(
      select id from outbox order by id limit ${batch}))`.execute(db);
  return numAffectedRows === 0n ? undefined : 'again';
}
