import { type Kysely, sql } from 'kysely';
import type { QueueKey } from './endpoint-queues.ts';
import type { Tables } from './schema.ts';

/**
 * Fails up to `batch` deliveries of disabled endpoints whose queues are locked: those queued before
 * the endpoint was disabled and not in flight. Later replays stay pending. Returns how many.
 */
export async function abandonDisabled(
  db: Kysely<Tables>,
  queues: readonly QueueKey[],
  { now, batch }: { now: Date; batch: number },
): Promise<number> {
  const tenants = queues.map(({ tenant_id }) => tenant_id);
  const endpoints = queues.map(({ endpoint_id }) => endpoint_id);
  const { numAffectedRows } = await sql`
    with gone as (
      delete from pending_delivery where ctid = any (array(
        select d.ctid
          from unnest(${tenants}::text[], ${endpoints}::text[]) as k(tenant_id, endpoint_id)
         cross join lateral (select * from endpoint e
                              where (e.tenant_id, e.id) = (k.tenant_id, k.endpoint_id) offset 0) e
          join pending_delivery d on (d.tenant_id, d.endpoint_id) = (e.tenant_id, e.id)
         where e.status = 'disabled' and d.queued_at <= e.disabled_at
           and (d.claim is null or d.due_at <= ${now})
         limit ${batch}))
      returning tenant_id, endpoint_id, delivery_id
    )
    update delivery v set status = 'failed', next_attempt_at = null from gone g
     where (v.tenant_id, v.endpoint_id, v.id) = (g.tenant_id, g.endpoint_id, g.delivery_id)
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Fails up to `batch` deliveries queued before `queuedBefore`, of any tenant and endpoint state. */
export async function abandonOld(
  db: Kysely<Tables>,
  queuedBefore: Date,
  batch: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with gone as (
      delete from pending_delivery where ctid = any (array(
        select ctid from pending_delivery where queued_at < ${queuedBefore} limit ${batch}
           for update skip locked))
      returning tenant_id, endpoint_id, delivery_id
    ), failed as (
      update delivery v set status = 'failed', next_attempt_at = null from gone g
       where (v.tenant_id, v.endpoint_id, v.id) = (g.tenant_id, g.endpoint_id, g.delivery_id)
    )
    select count(*)::int as n from gone`.execute(db);
  return rows[0]?.n ?? 0;
}
