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

/**
 * In a select list: the transaction commits without waiting for its flush. For claims and
 * successes: those of the last moments before a crash of the database are lost, as with a worker
 * that dies, and their deliveries are repeated.
 */
export const asynchronousCommit = sql`set_config('synchronous_commit', 'off', true)`;

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

/**
 * In-flight deliveries of a queue `l`: claimed rows whose lease has not ended; a replay counts as one.
 * The sum keeps the end of the lease out of the look-up: it is for the index of claimed rows, while
 * that of due ones holds, above this moment, all that were claimed and are gone.
 */
export const inFlight = (now: Date) => sql`
  select count(*) filter (where not in_order) + coalesce(bool_or(in_order), false)::int as n,
         min(due_at) as lease_end, min(due_at) filter (where in_order) as replay_end
    from pending_delivery d where (d.tenant_id, d.endpoint_id) = (l.tenant_id, l.endpoint_id)
     and d.claim is not null and d.due_at + interval '0' > ${now}`;

/** When the next delivery of a queue `l` is due, or its lease ends; without these rows of it. */
export const firstDue = (inOrder: boolean, except: RawBuilder<unknown>) => sql`
  select min(due_at) as due_at
    from pending_delivery d where (d.tenant_id, d.endpoint_id) = (l.tenant_id, l.endpoint_id)
     and d.in_order = ${inOrder} and d.ctid <> all (${except})`;

export interface QueueSchedule extends QueueKey {
  is_due: boolean;
  is_full: boolean;
}

/**
 * Reschedules locked queues by the rows of `load`: due when their next delivery is or, if due ones
 * wait for a slot, when the first lease ends; a queue with due work goes to the end (round robin).
 */
export const rescheduleByLoad = (keys: readonly QueueKey[], now: Date) => sql`
  update endpoint_queue
     set is_full = n.is_full,
         due_at = case when n.due_at is not null
                       then greatest(n.due_at, n.open_until, ${dueNow(now)}) end
    from (select *, case when is_full then lease_end
                         else least(plain_due_at, coalesce(replay_end, replay_due_at)) end as due_at
            from (select *, n >= concurrency
                            and coalesce(least(plain_due_at, replay_due_at) <= ${now}, false) as is_full
                    from load) as loaded) as n
   where ${isAmong(keys)}
     and (endpoint_queue.tenant_id, endpoint_queue.endpoint_id) = (n.tenant_id, n.endpoint_id)
  returning endpoint_queue.tenant_id, endpoint_queue.endpoint_id, endpoint_queue.is_full,
            coalesce(endpoint_queue.due_at <= ${now}, false) as is_due`;

/**
 * Reschedules locked queues. Must be a statement of its own after the lock, so that its snapshot
 * includes everything committed before. Returns whether one of them is due now.
 */
export async function rescheduleQueues(
  db: Kysely<Tables>,
  keys: readonly QueueKey[],
  now: Date,
): Promise<boolean> {
  const { tenants, endpoints } = columnsOf(keys);
  const none = sql`'{}'::tid[]`;
  const { rows } = await sql<QueueSchedule>`
    with load as materialized (
      select l.tenant_id, l.endpoint_id, l.concurrency, l.open_until, w.n, w.lease_end, w.replay_end,
             plain.due_at as plain_due_at, replay.due_at as replay_due_at
        from unnest(${tenants}::text[], ${endpoints}::text[]) as k(tenant_id, endpoint_id)
        cross join lateral (${queueOfKey}) l
        cross join lateral (${inFlight(now)}) w
        cross join lateral (${firstDue(false, none)}) plain
        cross join lateral (${firstDue(true, none)}) replay
    )
    ${rescheduleByLoad(keys, now)}`.execute(db);
  return rows.some(({ is_due }) => is_due);
}

/** These locked queues are not due until a wake-up, if their endpoints are disabled. */
export async function unscheduleQueues(
  db: Kysely<Tables>,
  keys: readonly QueueKey[],
): Promise<void> {
  await db
    .updateTable('endpoint_queue')
    .set({ due_at: null, is_full: false })
    .where(isAmong(keys))
    .where(
      sql<boolean>`not exists (select from endpoint e
        where (e.tenant_id, e.id) = (endpoint_queue.tenant_id, endpoint_queue.endpoint_id)
          and e.status = 'active' offset 0)`,
    )
    .execute();
}

/** Postpones these locked queues if they are due earlier. */
export async function deferQueues(
  db: Kysely<Tables>,
  keys: readonly QueueKey[],
  until: Date,
): Promise<void> {
  await db
    .updateTable('endpoint_queue')
    .set({ due_at: until, is_full: false })
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

export const columnsOf = (keys: readonly QueueKey[]) => ({
  tenants: keys.map(({ tenant_id }) => tenant_id),
  endpoints: keys.map(({ endpoint_id }) => endpoint_id),
});

/**
 * An endpoint's id belongs to one tenant, so both lists select the keys and no more. A join with a list
 * of keys would be planned as a scan of the whole index while the table is small.
 */
export function isAmong(keys: readonly QueueKey[]) {
  const { tenants, endpoints } = columnsOf(keys);
  return sql<boolean>`endpoint_queue.tenant_id = any (${tenants}::text[])
    and endpoint_queue.endpoint_id = any (${endpoints}::text[])`;
}
