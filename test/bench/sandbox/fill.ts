/** Callers with ten jobs each, as their own requests would have left them. */
import type pg from 'pg';

export const jobsEach = 10;

/** Jobs of `callers` tenants named `ten_sbx_<prefix><n>`, shaped as one real job is. */
export async function fillJobs(owner: pg.Pool, prefix: string, callers: number): Promise<void> {
  const columns = await insertable(owner);
  const values = columns.map((name) => valueIn(name, prefix)).join(', ');
  await owner.query(
    `insert into jobs.job (${columns.join(', ')}) select ${values}
       from generate_series(1, $1::int) c, generate_series(1, ${jobsEach}) j,
            (select * from jobs.job where tenant_id like 'ten_sbx_%' order by id limit 1) t`,
    [callers],
  );
  const mine = `tenant_id like 'ten_sbx_${prefix}%'`;
  await owner.query(`
    insert into jobs.milestone (tenant_id, job_id, at, type, note)
    select tenant_id, id, created_at, 'booked', 'Booked' from jobs.job where ${mine}`);
  await owner.query(`
    insert into jobs.job_count (tenant_id, site_id, status, slot, jobs)
    select distinct tenant_id, site, status, 0, ${jobsEach}
      from jobs.job, unnest(array['', pickup_site_id, dropoff_site_id]) site where ${mine}`);
  await owner.query(`
    insert into jobs.job_sequence select tenant_id, id, 1 from jobs.job where ${mine}`);
  await owner.query(
    `insert into accounts.rate_window (caller, tenant_id, hits, admitted, seen_at)
     select '${prefix}' || c, 'ten_sbx_${prefix}' || c, array[now()], true, now()
       from generate_series(1, $1::int) c`,
    [callers],
  );
}

/** Rows of the jobs in the services that listen. */
export async function fillListeners(owner: pg.Pool, prefix: string): Promise<void> {
  const mine = `from jobs.job where tenant_id like 'ten_sbx_${prefix}%'`;
  await owner.query(`
    insert into tracking.tracked_job
      (tenant_id, job_id, ref, status, pickup, dropoff, sla_due, received_at, is_late)
    select tenant_id, id, ref, status, pickup -> 'position', dropoff -> 'position', sla_due,
           now(), false ${mine}`);
  await owner.query(`
    insert into custody.custody_event (tenant_id, job_id, seq, bytes, prev_hash, hash)
    select tenant_id, id, 1, '{}', '', '' ${mine}`);
  for (const service of ['tracking', 'custody']) {
    await owner.query(`
      insert into ${service}.job_cursor (consumer, producer, tenant_id, job_id, next)
      select '${service}-jobs', 'jobs', tenant_id, id, 2 ${mine}`);
  }
}

async function insertable(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ column_name: string }>(
    `select column_name from information_schema.columns
      where table_schema = 'jobs' and table_name = 'job' and is_generated = 'NEVER'`,
  );
  return rows.map(({ column_name }) => column_name);
}

function valueIn(column: string, prefix: string): string {
  const number = `(c - 1) * ${jobsEach} + j`;
  if (column === 'tenant_id') return `'ten_sbx_${prefix}' || c`;
  if (column === 'id') return `'job_01A${prefix}' || lpad((${number})::text, 20, '0')`;
  if (column === 'ref') return `'SVC-${prefix}' || lpad((${number})::text, 9, '0')`;
  if (column === 'tracking_token') return `'${prefix}' || ${number}`;
  return `t.${column}`;
}
