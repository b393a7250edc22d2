import { requireCursor } from '@svc/kit/page';
import { type Kysely, sql } from 'kysely';
import { dueNow } from './endpoint-queues.ts';
import type { Tables } from './schema.ts';

export interface NewDelivery {
  tenant_id: string;
  id: string;
  endpoint_id: string;
  event_id: string;
  type: string;
}

/**
 * Inserts deliveries into log and queue, due now in order of their ids, with one wake-up a tenant.
 * The key of the log keeps them unique in the queue as well, which has none.
 */
export async function queueDeliveries(
  db: Kysely<Tables>,
  deliveries: readonly NewDelivery[],
  { now, inOrder }: { now: Date; inOrder: boolean },
): Promise<void> {
  if (deliveries.length === 0) return;
  await sql`
    with new as materialized (
      select * from json_to_recordset(${JSON.stringify(deliveries)})
        as d(tenant_id text, id text, endpoint_id text, event_id text, type text)
    ), logged as (
      insert into delivery (tenant_id, endpoint_id, id, event_id, type, attempt, status,
                            next_attempt_at, created_at)
      select tenant_id, endpoint_id, id, event_id, type, 0, 'pending', ${now}, ${now} from new
    ), queued as (
      insert into pending_delivery (tenant_id, endpoint_id, delivery_id, event_id, attempt, due_at, in_order,
                       queued_at)
      select tenant_id, endpoint_id, id, event_id, 0, ${dueNow(now)}, ${inOrder}, ${now} from new
    )
    insert into wake_up (tenant_id, endpoint_ids)
    select tenant_id, array_agg(distinct endpoint_id) from new group by tenant_id`.execute(db);
}

const columns = [
  'id',
  'event_id',
  'type',
  'attempt',
  'status',
  'response_code',
  'failure',
  'duration_ms',
  'response_excerpt',
  'attempted_at',
  'next_attempt_at',
  'created_at',
] as const;

export interface LogPage {
  id: string;
  status?: 'pending' | 'succeeded' | 'failed' | undefined;
  limit: number;
  starting_after?: string | undefined;
}

/** The log of one endpoint, newest first, one more than a page holds. */
export async function listLog(
  db: Kysely<Tables>,
  tenant: string,
  { id: endpoint_id, status, limit, starting_after }: LogPage,
) {
  const own = db
    .selectFrom('delivery')
    .where('tenant_id', '=', tenant)
    .where('endpoint_id', '=', endpoint_id);
  await requireCursor({ starting_after }, (id) => own.select('id').where('id', '=', id));
  return own
    .select(columns)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'pending'))
    .$if(starting_after !== undefined, (query) => query.where('id', '<', starting_after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Looked up by the ids of the events alone: each belongs to one tenant. */
const ofJob = (db: Kysely<Tables>, tenant: string, jobId: string) =>
  db.selectFrom(({ selectFrom }) =>
    selectFrom('event')
      .innerJoinLateral(
        (inner) =>
          inner
            .selectFrom('delivery')
            .selectAll('delivery')
            .whereRef('delivery.event_id', '=', 'event.id')
            .offset(sql.lit(0))
            .as('made'),
        (join) => join.onRef('made.tenant_id', '=', 'event.tenant_id'),
      )
      .selectAll('made')
      .where('event.tenant_id', '=', tenant)
      .where('event.job_id', '=', jobId)
      .where('event.job_id', '<>', sql.lit(''))
      .as('delivery'),
  );

/** Deliveries of the events of a job, by how they stand. */
export async function countOfJob(db: Kysely<Tables>, tenant: string, jobId: string) {
  const rows = await ofJob(db, tenant, jobId)
    .select(['status', sql<number>`count(*)::int`.as('n')])
    .groupBy('status')
    .execute();
  const counted = new Map(rows.map(({ status, n }) => [status, n]));
  return {
    pending: counted.get('pending') ?? 0,
    succeeded: counted.get('succeeded') ?? 0,
    failed: counted.get('failed') ?? 0,
  };
}

/** The newest of them, without the receivers' responses. */
export const listOfJob = (db: Kysely<Tables>, tenant: string, jobId: string) =>
  ofJob(db, tenant, jobId)
    .select(columns.filter((column) => column !== 'response_excerpt'))
    .select('endpoint_id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
