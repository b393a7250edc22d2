/** Rows as the services write them, by the hundred thousand. */
import type { Pool } from 'pg';

const data = `json_build_object('job_id', 'job_bench_' || n, 'ref', 'SVC-00000000', 'sku', 'LAB-STD',
  'sla_due', '2026-11-02T12:00:00.000Z')`;
const body = `'{"id":"evt_b_' || n || '","type":"job.created","created_at":"2026-11-02T08:00:00.000Z",' ||
  '"tenant_id":"ten_wide","job_id":"job_bench_' || n || '","sequence":1,"data":' || ${data}::text || '}'`;

export interface Emitted {
  /** Unlike that of any other call. */
  label: string;
  events: number;
  /** Tenants in turn. */
  tenants: readonly string[];
  /** Internals of each event, for other services. */
  internals: object;
}

/** Commits events of as many jobs to the outbox of jobs and wakes its relay, as a booking does. */
export async function emit(
  owner: Pool,
  { label, events, tenants, internals }: Emitted,
): Promise<void> {
  await owner.query(
    `insert into jobs.outbox (event_id, tenant_id, job_id, sequence, type, data, internals, created_at)
     select $1 || n, ($3::text[])[1 + n % cardinality($3::text[])], $1 || n, 1, 'job.created',
            ${data}, $4, date_trunc('milliseconds', clock_timestamp())
       from generate_series(1, $2::int) n`,
    [label, events, tenants, internals],
  );
  await owner.query('notify outbox_jobs');
}

/** Events of a tenant and their deliveries, evenly over its endpoints; `makeDue` lets them go. */
export async function fillQueue(
  owner: Pool,
  { tenant, label, deliveries }: { tenant: string; label: string; deliveries: number },
): Promise<void> {
  await owner.query(
    `insert into webhooks.event (tenant_id, id, type, job_id, sequence, created_at, body)
     select $1, $2 || n, 'job.created', '', 0, now(), ${body} from generate_series(1, $3::int) n`,
    [tenant, label, deliveries],
  );
  await owner.query(
    `with e as (select id, row_number() over () - 1 as k, count(*) over () as of
                  from webhooks.endpoint where tenant_id = $1),
          d as (select e.id as endpoint_id, 'whd_' || $2 || lpad(n::text, 10, '0') as id, $2 || n as ev
                  from generate_series(1, $3::int) n join e on n % e.of = e.k),
          logged as (
            insert into webhooks.delivery (tenant_id, endpoint_id, id, event_id, type, attempt,
                                           status, created_at)
            select $1, endpoint_id, id, ev, 'job.created', 0, 'pending', now() from d)
     insert into webhooks.pending_delivery (tenant_id, endpoint_id, delivery_id, event_id, attempt, due_at,
                               in_order, queued_at)
     select $1, endpoint_id, id, ev, 0, now(), false, now() from d`,
    [tenant, label, deliveries],
  );
  await analyze(owner);
}

export const makeDue = (owner: Pool, tenant: string) =>
  owner.query('update webhooks.endpoint_queue set due_at = now() where tenant_id = $1', [tenant]);

/**
 * Analyze, as autovacuum does within a minute, which replaces plans that were made for empty tables.
 */
export const analyze = (owner: Pool) =>
  owner.query(
    'vacuum analyze webhooks.event, webhooks.delivery, webhooks.pending_delivery, webhooks.endpoint_queue',
  );

/** A long past: finished deliveries of a thousand tenants, and their events. */
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
  await analyze(owner);
}
