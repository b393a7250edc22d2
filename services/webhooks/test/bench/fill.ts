import type { Pool } from 'pg';

const body = `'{"id":"evt_' || n || '","data":"' || repeat('x', 300) || '"}'`;

/** Events of the bench's tenant and their deliveries, evenly over its endpoints. */
export async function fillQueue(owner: Pool, deliveries: number): Promise<void> {
  await owner.query(
    `insert into webhooks.event (tenant_id, id, type, job_id, sequence, created_at, body)
     select 'ten_bench', 'evt_' || n, 'job.created', '', 0, now(), ${body}
       from generate_series(1, $1::int) n`,
    [deliveries],
  );
  await owner.query(
    `with e as (select id, row_number() over () - 1 as k, count(*) over () as of
                  from webhooks.endpoint where tenant_id = 'ten_bench'),
          d as (select e.id as endpoint_id, 'whd_' || lpad(n::text, 10, '0') as id, 'evt_' || n as ev
                  from generate_series(1, $1::int) n join e on n % e.of = e.k),
          logged as (
            insert into webhooks.delivery (tenant_id, endpoint_id, id, event_id, type, attempt,
                                           status, created_at)
            select 'ten_bench', endpoint_id, id, ev, 'job.created', 0, 'pending', now() from d)
     insert into webhooks.due (tenant_id, endpoint_id, delivery_id, event_id, attempt, due_at,
                               in_order, queued_at)
     select 'ten_bench', endpoint_id, id, ev, 0, now(), false, now() from d`,
    [deliveries],
  );
  await owner.query(`update webhooks.lane set due_at = now()`);
}

/** A long past: finished deliveries of many tenants, and their events. */
export async function fillLog(owner: Pool, rows: number): Promise<void> {
  await owner.query(
    `insert into webhooks.event (tenant_id, id, type, job_id, sequence, created_at, body)
     select 'ten_' || n % 1000, 'evt_old_' || n, 'job.created', '', 0,
            now() - n * interval '1 second', ${body}
       from generate_series(1, $1::int) n`,
    [rows],
  );
  await owner.query(
    `insert into webhooks.delivery (tenant_id, endpoint_id, id, event_id, type, attempt, status,
                                    response_code, duration_ms, response_excerpt, created_at)
     select 'ten_' || n % 1000, 'wh_' || n % 1000, 'whd_old_' || n, 'evt_old_' || n, 'job.created',
            1, 'succeeded', 204, 5, '', now() - n * interval '1 second'
       from generate_series(1, $1::int) n`,
    [rows],
  );
  await owner.query('vacuum analyze webhooks.event, webhooks.delivery');
}
