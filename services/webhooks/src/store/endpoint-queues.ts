/** Endpoint queues: a row per endpoint, whose lock and next due time schedule its deliveries. */
import { Refusal } from '@svc/kit/refusal';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { EndpointQueue } from '../domain/endpoint-queue.ts';
import type { Tables } from './schema.ts';

export interface QueueKey {
  tenant_id: string;
  endpoint_id: string;
}

interface FailingQueue extends QueueKey {
  failing_since: Date;
}

/**
 * Due by the earlier of two clocks, the service's and the database's: deliveries that were
 * scheduled while the service's clock was ahead would otherwise wait as long as it was.
 */
export const dueNow = (now: Date): RawBuilder<Date> => sql`least(${now}::timestamptz, now())`;

const columns = [
  'tenant_id',
  'endpoint_id',
  'concurrency',
  'failures',
  'openings',
  'open_until',
  'failing_since',
  'accepted_version',
] as const;

export async function insertQueue(
  db: Kysely<Tables>,
  tenant: string,
  queue: EndpointQueue,
): Promise<void> {
  await db
    .insertInto('endpoint_queue')
    .values({ ...queue, tenant_id: tenant, due_at: null })
    .execute();
}

/** Row lock that every change of an endpoint or its pending deliveries takes first. */
export async function lockQueue(
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<EndpointQueue> {
  const found = await db
    .selectFrom('endpoint_queue')
    .select(columns)
    .where('tenant_id', '=', tenant)
    .where('endpoint_id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new Refusal('webhook_not_found', 'There is no webhook with this id.');
  return found;
}

/** Locks queues of any tenants, ordered by key so that concurrent workers cannot deadlock. */
export const lockQueues = (
  db: Kysely<Tables>,
  keys: readonly QueueKey[],
): Promise<EndpointQueue[]> =>
  db
    .selectFrom('endpoint_queue')
    .select(columns)
    .where(isAmong(keys))
    .orderBy('tenant_id')
    .orderBy('endpoint_id')
    .forUpdate()
    .execute();

/** Locks queues of active endpoints, of any tenant, that have failed since before this moment. */
export async function lockFailingQueues(db: Kysely<Tables>, since: Date): Promise<FailingQueue[]> {
  const { rows } = await sql<FailingQueue>`
    select l.tenant_id, l.endpoint_id, l.failing_since
      from endpoint_queue l
     cross join lateral (select status from endpoint e
                          where (e.tenant_id, e.id) = (l.tenant_id, l.endpoint_id) offset 0) e
     where l.failing_since <= ${since} and e.status = 'active'
     order by 1, 2 for update of l`.execute(db);
  return rows;
}

interface DueQueue extends QueueKey {
  url: string;
  is_active: boolean;
}

/** Locks due queues, longest waiting first; skips those that another worker has locked. */
export async function lockDueQueues(
  db: Kysely<Tables>,
  now: Date,
  limit: number,
): Promise<DueQueue[]> {
  const { rows } = await sql<DueQueue>`
    select l.tenant_id, l.endpoint_id, e.url, e.status = 'active' as is_active
      from (select tenant_id, endpoint_id, due_at from endpoint_queue
             where due_at <= ${now} order by due_at limit ${limit} for update skip locked) l
     cross join lateral (select url, status from endpoint e
                          where (e.tenant_id, e.id) = (l.tenant_id, l.endpoint_id) offset 0) e
     order by l.due_at`.execute(db);
  return rows;
}

/**
 * Consumes up to 500 wake-ups above this id and makes their queues due. Returns the highest id of
 * them; undefined if there is none.
 */
export async function consumeWakeUps(
  db: Kysely<Tables>,
  now: Date,
  above: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    with taken as (
      delete from wake_up where id = any (array(
        select id from wake_up where id > ${above} order by id limit 500 for update skip locked))
      returning id, tenant_id, endpoint_ids
    ), woken as (
      select t.tenant_id, e.endpoint_id
        from taken t cross join unnest(t.endpoint_ids) as e(endpoint_id)
    ), held as (
      select tenant_id, endpoint_id from endpoint_queue
       where tenant_id = any (array(select tenant_id from woken))
         and endpoint_id = any (array(select endpoint_id from woken))
       order by 1, 2 for update
    ), due as (
      update endpoint_queue l set due_at = least(l.due_at, greatest(${dueNow(now)}, l.open_until))
       where tenant_id = any (array(select tenant_id from held))
         and endpoint_id = any (array(select endpoint_id from held))
    )
    select max(id) as last from taken`.execute(db);
  const last = rows[0]?.last ?? undefined;
  return last === undefined ? undefined : Number(last);
}

/** Saves concurrency, breaker state and accepted secret of locked queues. */
export async function saveQueues(
  db: Kysely<Tables>,
  queues: readonly EndpointQueue[],
): Promise<void> {
  await sql`
    update endpoint_queue
       set concurrency = n.concurrency, failures = n.failures, openings = n.openings,
           open_until = n.open_until, failing_since = n.failing_since,
           accepted_version = n.accepted_version
      from json_to_recordset(${JSON.stringify(queues)}) as n(
             tenant_id text, endpoint_id text, concurrency integer, failures integer, openings integer,
             open_until timestamptz, failing_since timestamptz, accepted_version integer)
     where ${isAmong(queues)}
       and (endpoint_queue.tenant_id, endpoint_queue.endpoint_id) = (n.tenant_id, n.endpoint_id)`.execute(
    db,
  );
}

/** The row of a key `k`; `offset 0` keeps it a look-up of each. */
export const queueOfKey = sql`
  select * from endpoint_queue q
   where (q.tenant_id, q.endpoint_id) = (k.tenant_id, k.endpoint_id) offset 0`;

/** In-flight deliveries of a queue: claimed rows whose lease has not ended; a replay counts as one. */
const inFlight = (now: Date) => sql`
  select count(*) filter (where not in_order) + bool_or(in_order)::int as n,
         min(due_at) as lease_end, min(due_at) filter (where in_order) as replay_end
    from pending_delivery d where (d.tenant_id, d.endpoint_id) = (l.tenant_id, l.endpoint_id)
     and d.claim is not null and d.due_at > ${now}`;

const firstDue = (inOrder: boolean) => sql`
  select min(due_at) as due_at
    from pending_delivery d where (d.tenant_id, d.endpoint_id) = (l.tenant_id, l.endpoint_id)
     and d.in_order = ${inOrder}`;

/**
 * Reschedules locked queues: due when their next delivery is or, at the concurrency limit, when the
 * first lease ends; a queue with due work goes to the end (round robin). Must be a statement of its
 * own after the lock, so that its snapshot includes everything committed before. Returns whether one
 * of them is due now.
 */
export async function rescheduleQueues(
  db: Kysely<Tables>,
  keys: readonly QueueKey[],
  now: Date,
): Promise<boolean> {
  const { tenants, endpoints } = columnsOf(keys);
  const { rows } = await sql<{ is_due: boolean }>`
    with next as materialized (
      select l.tenant_id, l.endpoint_id, l.open_until,
             case when w.n >= l.concurrency then w.lease_end
                  else least(plain.due_at, coalesce(w.replay_end, replay.due_at)) end as due_at
        from unnest(${tenants}::text[], ${endpoints}::text[]) as k(tenant_id, endpoint_id)
        cross join lateral (${queueOfKey}) l
        cross join lateral (${inFlight(now)}) w
        cross join lateral (${firstDue(false)}) plain
        cross join lateral (${firstDue(true)}) replay
    )
    update endpoint_queue
       set due_at = case when n.due_at is not null
                         then greatest(n.due_at, n.open_until, ${dueNow(now)}) end
      from next n
     where ${isAmong(keys)}
       and (endpoint_queue.tenant_id, endpoint_queue.endpoint_id) = (n.tenant_id, n.endpoint_id)
    returning coalesce(endpoint_queue.due_at <= ${now}, false) as is_due`.execute(db);
  return rows.some(({ is_due }) => is_due);
}

/** These queues are not due until a wake-up. */
export async function unscheduleQueues(
  db: Kysely<Tables>,
  keys: readonly QueueKey[],
): Promise<void> {
  await db.updateTable('endpoint_queue').set({ due_at: null }).where(isAmong(keys)).execute();
}

/** Postpones these locked queues if they are due earlier. */
export async function deferQueues(
  db: Kysely<Tables>,
  keys: readonly QueueKey[],
  until: Date,
): Promise<void> {
  await db
    .updateTable('endpoint_queue')
    .set({ due_at: until })
    .where(isAmong(keys))
    .where('due_at', '<', until)
    .execute();
}

export async function wakeQueue(
  db: Kysely<Tables>,
  tenant: string,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await db
    .updateTable('endpoint_queue')
    .set({ due_at: dueNow(now) })
    .where('tenant_id', '=', tenant)
    .where('endpoint_id', '=', id)
    .execute();
}

const columnsOf = (keys: readonly QueueKey[]) => ({
  tenants: keys.map(({ tenant_id }) => tenant_id),
  endpoints: keys.map(({ endpoint_id }) => endpoint_id),
});

/**
 * An endpoint's id belongs to one tenant, so both lists select the keys and no more. A join with a list
 * of keys would be planned as a scan of the whole index while the table is small.
 */
function isAmong(keys: readonly QueueKey[]) {
  const { tenants, endpoints } = columnsOf(keys);
  return sql<boolean>`endpoint_queue.tenant_id = any (${tenants}::text[])
    and endpoint_queue.endpoint_id = any (${endpoints}::text[])`;
}

/** Whether a claim would find wake-ups above this id or due work: two index probes, much cheaper than a claim. */
export async function hasDueWork(db: Kysely<Tables>, now: Date, above: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from wake_up where id > ${above})
        or exists (select from endpoint_queue where due_at <= ${now}) as found
  `.execute(db);
  return rows[0]?.found ?? false;
}
