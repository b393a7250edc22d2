/** What the kit's own tables need from time to time, in every service. */
import { type Kysely, sql } from 'kysely';
import type { Schedule } from './bind.ts';
import { retryParked } from './dead-letter.ts';
import type { Runtime } from './runtime.ts';
import type { Consumer } from './turn.ts';

const batch = 1_000;
const hour = 60 * 60 * 1000;

interface Context {
  db: Kysely<unknown>;
  now: Date;
}

export function housekeeping(runtime: Runtime, consumers: readonly Consumer[]): Schedule[] {
  return [
    purge('purge-receipts', { table: 'receipt', column: 'created_at', keepMs: 48 * hour }),
    purge('purge-outbox', { table: 'outbox', column: 'published_at', keepMs: 7 * 24 * hour }),
    // Longer than the stream keeps messages, or a late repeat would count as new.
    purge('purge-inbox', { table: 'inbox', column: 'received_at', keepMs: 14 * 24 * hour }),
    {
      name: 'retry-parked',
      cron: '* * * * *',
      run: async () => {
        for (const consumer of consumers) await retryParked(runtime, consumer);
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
      delete from ${sql.table(table)} where ctid in (
        select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before} limit ${batch})
    `.execute(db);
    return numAffectedRows === BigInt(batch) ? 'again' : undefined;
  };
  return { name, cron: '17 * * * *', run };
}
