import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

export interface Backlog {
  due: number;
  /** Since when the queue that waits longest has been due. */
  oldest: Date | null;
  wake_ups: number;
  /** Queues whose breaker is open. */
  open: number;
}

/** Counted up to here, so that a scrape stays cheap. */
const countMax = 100_000;

/** Backlog of the delivery worker, over all tenants. */
export async function readBacklog(db: Kysely<Tables>, now: Date): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select (select count(*)::int from (
              select from endpoint_queue q join pending_delivery d using (tenant_id, endpoint_id)
               where q.due_at <= ${now} and d.due_at <= ${now} and d.claim is null
               limit ${countMax}) as d) as due,
           (select min(due_at) from endpoint_queue where due_at <= ${now}) as oldest,
           (select count(*)::int from (select from wake_up limit ${countMax}) as w) as wake_ups,
           (select count(*)::int from endpoint_queue where open_until > ${now}) as open`.execute(
    db,
  );
  return rows[0] ?? { due: 0, oldest: null, wake_ups: 0, open: 0 };
}
