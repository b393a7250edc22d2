import type { WebhookHealth } from '@svc/contracts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

type Counts = Pick<
  WebhookHealth,
  'succeeded' | 'retried' | 'pending' | 'failed' | 'median_ms' | 'p95_ms' | 'days'
> & { last_success_at: Date | null; counted: number };

/** Counts the newest `max` deliveries of one endpoint since that time. */
export async function countDeliveries(
  db: Kysely<Tables>,
  tenant: string,
  { id, since, max }: { id: string; since: Date; max: number },
): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with logged as materialized (
      select status, attempt, attempted_at, duration_ms, created_at from delivery
       where tenant_id = ${tenant} and endpoint_id = ${id} and created_at >= ${since}
       order by id desc limit ${max}
    ), days as (
      select to_char(created_at at time zone 'Africa/Johannesburg', 'YYYY-MM-DD') as day,
             count(*) filter (where status = 'succeeded')::int as succeeded,
             count(*) filter (where status = 'pending')::int as pending,
             count(*) filter (where status = 'failed')::int as failed
        from logged group by 1 order by 1 desc
    )
    select count(*)::int as counted,
           count(*) filter (where status = 'succeeded')::int as succeeded,
           count(*) filter (where status = 'succeeded' and attempt > 1)::int as retried,
           count(*) filter (where status = 'pending')::int as pending,
           count(*) filter (where status = 'failed')::int as failed,
           max(attempted_at) filter (where status = 'succeeded') as last_success_at,
           percentile_disc(0.5) within group (order by duration_ms)::int as median_ms,
           percentile_disc(0.95) within group (order by duration_ms)::int as p95_ms,
           (select coalesce(json_agg(days), '[]'::json) from days) as days
      from logged`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('an aggregate has one row');
  return counts;
}

/** Counts per day, over the newest `max` deliveries to each endpoint that the tenant has. */
export async function countByDay(
  db: Kysely<Tables>,
  tenant: string,
  { since, max }: { since: Date; max: number },
): Promise<{ days: WebhookHealth['days']; counted_most: number }> {
  const { rows } = await sql<{ days: WebhookHealth['days']; counted_most: number }>`
    with logged as materialized (
      select e.id as endpoint_id, d.status, d.created_at
        from endpoint e cross join lateral (
          select status, created_at from delivery
           where tenant_id = ${tenant} and endpoint_id = e.id and created_at >= ${since}
           order by id desc limit ${max}) d
       where e.tenant_id = ${tenant}
    ), days as (
      select (created_at at time zone 'Africa/Johannesburg')::date as day,
             count(*) filter (where status = 'succeeded')::int as succeeded,
             count(*) filter (where status = 'pending')::int as pending,
             count(*) filter (where status = 'failed')::int as failed
        from logged group by 1 order by 1 desc
    )
    select (select coalesce(json_agg(days), '[]'::json) from days) as days,
           coalesce((select count(*)::int from logged group by endpoint_id order by 1 desc limit 1), 0)
             as counted_most`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('a select without a table has one row');
  return counts;
}
