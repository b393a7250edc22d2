/** Grow-only counters of requests, by tenant, South African day and process of the gateway. */
import type { RecordedCount, Usage } from '@svc/contracts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

/**
 * Adds counts of any tenants, sorted, so that two calls lock in one order. A counter never
 * decreases: calls may be repeated or reordered. Skips tenants that have ended meanwhile.
 */
export async function saveRequestCounts(
  db: Kysely<Tables>,
  counts: readonly RecordedCount[],
): Promise<void> {
  await sql`
    insert into request_count as known
    select * from json_populate_recordset(null::request_count, ${JSON.stringify(counts)}::json) c
     where not exists (select from expired_tenant e where e.tenant_id = c.tenant_id)
     order by tenant_id, day, counter_id
    on conflict (tenant_id, day, counter_id) do update
       set requests = greatest(known.requests, excluded.requests),
           rate_limited = greatest(known.rate_limited, excluded.rate_limited)`.execute(db);
}

/** From that day on, the newest first; days without a request are left out. */
export async function sumRequestDays(
  db: Kysely<Tables>,
  tenant: string,
  firstDay: string,
): Promise<Usage['request_days']> {
  const { rows } = await sql<Usage['request_days'][number]>`
    select to_char(day, 'YYYY-MM-DD') as day,
           sum(requests)::float8 as requests, sum(rate_limited)::float8 as rate_limited
      from request_count where tenant_id = ${tenant} and day >= ${firstDay}::date
     group by request_count.day order by request_count.day desc`.execute(db);
  return rows;
}

/** Deletes up to `max` counters of days before the one of that moment, UTC. */
export async function purgeRequestCounts(
  db: Kysely<Tables>,
  { before, max }: { before: Date; max: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from request_count where ctid = any (array(
      select ctid from request_count where day < (${before}::timestamptz at time zone 'UTC')::date limit ${max}))`.execute(
    db,
  );
  return Number(numAffectedRows);
}
