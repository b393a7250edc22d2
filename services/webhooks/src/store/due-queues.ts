/** Endpoint queues that are due, by the clock or by a wake-up. */
import { type Kysely, sql } from 'kysely';
import { asynchronousCommit, dueNow, type QueueKey } from './endpoint-queues.ts';
import type { Tables } from './schema.ts';

export interface DueQueue extends QueueKey {
  url: string;
  is_active: boolean;
}

interface Due {
  /** The highest id of the wake-ups; undefined if there was none. */
  consumed: number | undefined;
  queues: DueQueue[];
}

type DueRow = { consumed: string | null } & (DueQueue | { tenant_id: null });

/**
 * Consumes up to 500 wake-ups above an id and locks up to `limit` due queues, longest waiting first.
 * Woken queues are waited for, in the order of their keys so that concurrent transactions cannot
 * deadlock; of the others, those that another worker has locked are skipped. All that are returned
 * are to be rescheduled; a woken one that is not, for the limit or its breaker, is due as soon as
 * that permits. The endpoints are read as they were before that wait: later statements look at
 * their status again.
 */
export async function lockDueQueues(
  db: Kysely<Tables>,
  { now, above, limit }: { now: Date; above: number; limit: number },
): Promise<Due> {
  const { rows } = await sql<DueRow>`
    with taken as (
      delete from wake_up where id = any (array(
        select id from wake_up where id > ${above} order by id limit 500 for update skip locked))
      returning id, tenant_id, endpoint_ids
    ), woken as materialized (
      select tenant_id, endpoint_id, least(due_at, greatest(${dueNow(now)}, open_until)) as due_at
        from endpoint_queue
       where tenant_id = any (array(select tenant_id from taken))
         and endpoint_id = any (array(select unnest(endpoint_ids) from taken))
       order by tenant_id, endpoint_id for update
    ), due as materialized (
      select tenant_id, endpoint_id, due_at from endpoint_queue
       where due_at <= ${now} and (select count(*) from woken) >= 0
       order by due_at limit ${limit} for update skip locked
    ), picked as materialized (
      select tenant_id, endpoint_id, min(due_at) as due_at
        from (select * from woken where due_at <= ${now} union all select * from due) as q
       group by tenant_id, endpoint_id order by min(due_at) limit ${limit}
    ), later as (
      update endpoint_queue q set due_at = w.due_at from woken w
       where q.tenant_id = any (array(select tenant_id from woken))
         and q.endpoint_id = any (array(select endpoint_id from woken))
         and (q.tenant_id, q.endpoint_id) = (w.tenant_id, w.endpoint_id)
         and (w.tenant_id, w.endpoint_id) not in (select tenant_id, endpoint_id from picked)
    )
    select t.consumed, p.tenant_id, p.endpoint_id, e.url, e.status = 'active' as is_active,
           ${asynchronousCommit}
      from (select max(id) as consumed from taken) as t
      left join (picked p cross join lateral (
             select url, status from endpoint e
              where (e.tenant_id, e.id) = (p.tenant_id, p.endpoint_id) offset 0) e) on true
     order by p.due_at`.execute(db);
  const consumed = rows[0]?.consumed ?? undefined;
  return {
    consumed: consumed === undefined ? undefined : Number(consumed),
    queues: rows.filter((row) => row.tenant_id !== null),
  };
}

/** Whether a claim would find wake-ups above this id or due work: two index probes, no locks. */
export async function hasDueWork(db: Kysely<Tables>, now: Date, above: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from wake_up where id > ${above})
        or exists (select from endpoint_queue where due_at <= ${now}) as found
  `.execute(db);
  return rows[0]?.found ?? false;
}
