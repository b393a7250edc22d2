import { type Kysely, sql } from 'kysely';
import { disposedTypes } from '../domain/ops-event.ts';
import type { Tables } from './schema.ts';

/** An alarm of an excursion is kept until its disposition is recorded. */
const isDecided = sql`(type <> all (${[...disposedTypes]}) or disposition is not null
  or status = 'closed')`;

/** Deletes at most `batch` rows, of any tenant, that are older than `before`. Returns how many. */
export async function purgeOlder(
  db: Kysely<Tables>,
  table: 'event' | 'delivery' | 'ops_event',
  { before, batch }: { before: Date; batch: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)}
       where created_at < ${before} and ${table === 'ops_event' ? isDecided : sql`true`} order by created_at limit ${batch}))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/**
 * Deletes at most `batch` counters of jobs that ended before this moment, among those that
 * `markNumbers` marked, except those that counted an event in between. Returns the number deleted.
 */
export async function purgeNumbers(
  db: Kysely<Tables>,
  { before, batch }: { before: Date; batch: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from job_number where ctid = any (array(
      select n.ctid from job_number n
       cross join lateral (
         select up_to from job_number_purged p where p.tenant_id = n.tenant_id offset 0) p
       where n.ended_at < ${before} and n.job_id <= p.up_to limit ${batch}
         for update of n skip locked))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Marks up to which job of each tenant counters may be missing. They are deleted an hour later, so
 * that a concurrent insert sees the counter or the mark, never neither.
 */
export async function markNumbers(db: Kysely<Tables>, before: Date): Promise<void> {
  await sql`
    insert into job_number_purged as p (tenant_id, up_to)
    select tenant_id, max(job_id) from job_number where ended_at < ${before} group by tenant_id
    on conflict (tenant_id) do update set up_to = greatest(p.up_to, excluded.up_to)`.execute(db);
}
