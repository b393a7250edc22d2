import { unknownCursor } from '@svc/kit/cursor';
import { type Kysely, sql } from 'kysely';
import { everyType } from '../domain/endpoint.ts';
import type { Tables } from './schema.ts';

export interface NewEvent {
  id: string;
  type: string;
  job_id: string;
  created_at: Date;
  /** Set where only one endpoint may get it. */
  endpoint_id: string | null;
  received_at: Date;
  ends_job: boolean;
  traceparent: string | undefined;
  /** Body before and after the sequence number. */
  head: string;
  tail: string;
}

/** Writers of a tenant's events share this lock; a reader of the feed takes it alone for a moment. */
const feedLock = (tenant: string) => sql`hashtextextended(${tenant}, 1)`;

/**
 * Numbers the event in its job, from 1; 0 without a job, and where the job's counter was purged. The
 * counter's row lock holds until commit and a rollback gives the number back, so there are no gaps. The
 * place in the feed is drawn after the counter and under the feed's lock. The counter is tried before the
 * purge watermark: a counter that is deleted concurrently is below a watermark that this statement sees.
 * Answers the active endpoints that subscribe to its type.
 */
export async function insertEvent(
  db: Kysely<Tables>,
  tenant: string,
  event: NewEvent,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with counted as (
      update job_number
         set last = last + 1,
             ended_at = case when ${event.ends_job} or ended_at is not null
                             then ${event.received_at}::timestamptz end
       where tenant_id = ${tenant} and job_id = ${event.job_id}
      returning last
    ), begun as (
      insert into job_number as n (tenant_id, job_id, last, ended_at)
      select ${tenant}, ${event.job_id}, 1,
             case when ${event.ends_job} then ${event.received_at}::timestamptz end
       where ${event.job_id} <> '' and not exists (select from counted)
         and not exists (select from job_number_purged
                          where tenant_id = ${tenant} and up_to >= ${event.job_id})
      on conflict (tenant_id, job_id) do update
        set last = n.last + 1, ended_at = coalesce(excluded.ended_at, n.ended_at)
      returning last
    ), numbered as (
      select coalesce(c.last, 0) as sequence
        from (select pg_advisory_xact_lock_shared(${feedLock(tenant)}) offset 0) as lock
        left join (table counted union all table begun) c on true
    ), stored as (
      insert into event (tenant_id, id, type, job_id, sequence, created_at, endpoint_id, body,
                         traceparent)
      select ${tenant}, ${event.id}, ${event.type}, ${event.job_id}, n.sequence,
             ${event.created_at}, ${event.endpoint_id},
             ${event.head}::text || n.sequence || ${event.tail}::text,
             ${event.traceparent ?? null}
        from numbered n
    )
    select id from endpoint
     where tenant_id = ${tenant} and status = 'active'
       and events && ${[event.type, everyType]}::text[]`.execute(db);
  return rows.map(({ id }) => id);
}

export async function findBody(
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('event')
    .select('body')
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.body;
}

/** Position of an event in the feed; undefined once it is deleted. */
async function findFeedPosition(
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('event')
    .select('seq')
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.seq;
}

/**
 * Up to here nothing will be added to the tenant's feed: every place that was drawn is committed or
 * rolled back. Waits for concurrent writers (advisory lock), and later writers wait for it.
 */
async function getFeedEnd(db: Kysely<Tables>, tenant: string): Promise<string> {
  const { rows } = await sql<{ last: string }>`
    select s.last_value::text as last
      from (select pg_advisory_xact_lock(${feedLock(tenant)}) offset 0) as lock
     cross join event_seq s`.execute(db);
  return rows[0]?.last ?? '0';
}

export interface FeedPage {
  limit: number;
  starting_after?: string | undefined;
  type?: string | undefined;
}

/** Bodies, oldest first, one more than a page holds. A reader who goes on from the last misses none. */
export async function listBodies(
  db: Kysely<Tables>,
  tenant: string,
  { limit, starting_after, type }: FeedPage,
): Promise<string[]> {
  const end = await getFeedEnd(db, tenant);
  const after =
    starting_after === undefined ? undefined : await findFeedPosition(db, tenant, starting_after);
  if (starting_after !== undefined && after === undefined) throw unknownCursor('starting_after');
  const rows = await db
    .selectFrom('event')
    .select('body')
    .where('tenant_id', '=', tenant)
    .where('seq', '<=', end)
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? ''))
    .$if(after !== undefined, (query) => query.where('seq', '>', after ?? ''))
    .orderBy('seq')
    .limit(limit + 1)
    .execute();
  return rows.map(({ body }) => body);
}
