/** Event log of subscribers: gapless numbers per job, positions in the feed. */
import { unknownCursor } from '@svc/kit/page';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { everyType } from '../domain/endpoint.ts';
import type { Tables } from './schema.ts';

export interface NewEvent {
  tenant_id: string;
  id: string;
  type: string;
  job_id: string;
  created_at: Date;
  /** Set where only one endpoint may get it. */
  endpoint_id: string | null;
  ends_job: boolean;
  traceparent: string | undefined;
  /** Body before and after the sequence number. */
  head: string;
  tail: string;
}

/** Writers of a tenant's events share this lock; a reader of the feed takes it alone for a moment. */
const feedLock = (tenant: RawBuilder<string>) => sql`hashtextextended(${tenant}, 1)`;

/** An active endpoint that subscribes to the type of one of the events. */
export interface EventSubscription {
  tenant_id: string;
  endpoint_id: string;
  event_id: string;
  type: string;
}

/**
 * Numbers the events of each job in their order, from 1; 0 without a job, and where the job's counter
 * was purged. The counters' row locks, taken in the order of tenant and job, hold until commit and a
 * rollback gives the numbers back, so there are no gaps. Places in the feed are drawn after the counters
 * and under the feeds' locks: a transaction that holds one of these waits for no counter. A counter that
 * is there is counted on even below the purge watermark; one that is deleted meanwhile was below it long
 * before, and is then seen by the number that it begins with again.
 *
 * Returns the subscriptions, in the order of the events.
 */
export async function insertPublicEvents(
  db: Kysely<Tables>,
  events: readonly NewEvent[],
  now: Date,
): Promise<EventSubscription[]> {
  const { rows } = await sql<EventSubscription>`
    with incoming as materialized (
      select * from unnest(
        ${events.map(({ tenant_id }) => tenant_id)}::text[], ${events.map(({ id }) => id)}::text[],
        ${events.map(({ type }) => type)}::text[], ${events.map(({ job_id }) => job_id)}::text[],
        ${events.map(({ created_at }) => created_at)}::timestamptz[],
        ${events.map(({ endpoint_id }) => endpoint_id)}::text[],
        ${events.map(({ ends_job }) => ends_job)}::boolean[],
        ${events.map(({ head }) => head)}::text[], ${events.map(({ tail }) => tail)}::text[],
        ${events.map(({ traceparent }) => traceparent ?? null)}::text[]) with ordinality
        as e(tenant_id, id, type, job_id, created_at, endpoint_id, ends_job, head, tail, traceparent,
             place)
    ), job as materialized (
      select tenant_id, job_id, count(*)::int as events, bool_or(ends_job) as ends,
             exists (select from job_number k
                      where (k.tenant_id, k.job_id) = (e.tenant_id, e.job_id) offset 0) as is_known
        from incoming e where job_id <> '' group by tenant_id, job_id
    ), counted as (
      insert into job_number as k (tenant_id, job_id, last, ended_at)
      select tenant_id, job_id, events, case when ends then ${now}::timestamptz end from job j
       where is_known or not exists (select from job_number_purged p
                                      where p.tenant_id = j.tenant_id and p.up_to >= j.job_id)
       order by tenant_id collate "C", job_id collate "C"
      on conflict (tenant_id, job_id) do update
        set last = k.last + excluded.last,
            ended_at = case when excluded.ended_at is not null or k.ended_at is not null
                            then ${now}::timestamptz end
      returning tenant_id, job_id, last
    ), numbered as (
      select e.*, case when c.last is null or (j.is_known and c.last = j.events) then 0
                       else c.last + 1 - row_number() over (
                              partition by e.tenant_id, e.job_id order by e.place desc)
                  end as sequence
        from incoming e
        left join job j using (tenant_id, job_id)
        left join counted c using (tenant_id, job_id)
    ), locked as materialized (
      select pg_advisory_xact_lock_shared(${feedLock(sql`t.tenant_id`)})
        from (select distinct tenant_id from numbered order by 1) t
    ), stored as (
      insert into event (tenant_id, id, type, job_id, sequence, created_at, endpoint_id, body,
                         traceparent)
      select tenant_id, id, type, job_id, sequence, created_at, endpoint_id,
             head || sequence || tail, traceparent
        from numbered
       where (select count(*) from locked) > 0
       order by place
    )
    select e.tenant_id, p.id as endpoint_id, e.id as event_id, e.type
      from incoming e
     cross join lateral (select id, events from endpoint
                          where tenant_id = e.tenant_id and status = 'active' offset 0) p
     where p.events && array[e.type, ${everyType}::text]
     order by e.place`.execute(db);
  return rows;
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
      from (select pg_advisory_xact_lock(${feedLock(sql`${tenant}`)}) offset 0) as lock
     cross join event_seq s`.execute(db);
  return rows[0]?.last ?? '0';
}

export interface FeedPage {
  limit: number;
  starting_after?: string | undefined;
  type?: string | undefined;
}

/**
 * Bodies, oldest first, one more than a page holds. A reader who continues after the last misses
 * none.
 */
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
