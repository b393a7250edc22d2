import { type Kysely, sql } from 'kysely';
import type { UnassignedJob } from '../domain/alarm.ts';
import type { Tables } from './schema.ts';

/** A later time without driver takes the place of an earlier one. */
export async function saveUnassignedJobs(
  db: Kysely<Tables>,
  jobs: readonly (UnassignedJob & { tenant_id: string })[],
): Promise<void> {
  await sql`
    insert into unassigned_job as known (tenant_id, job_id, severity, data, due_at, unassigned_at)
    select tenant_id, job_id, severity, data, due_at, unassigned_at
      from json_to_recordset(${JSON.stringify(jobs)}) as job(
             tenant_id text, job_id text, severity text, data json, due_at timestamptz,
             unassigned_at timestamptz)
     order by tenant_id collate "C", job_id collate "C"
    on conflict (tenant_id, job_id) do update
      set severity = excluded.severity, due_at = excluded.due_at,
          unassigned_at = excluded.unassigned_at, data = excluded.data
      where excluded.unassigned_at > coalesce(known.unassigned_at, '-infinity')`.execute(db);
}

/** A job that got a driver, or no longer needs one, at this moment. */
export interface AssignedJob {
  tenant_id: string;
  job_id: string;
  until: Date;
}

/** Unless they became unassigned after that moment. */
export async function deleteUnassignedJobs(
  db: Kysely<Tables>,
  jobs: readonly AssignedJob[],
): Promise<void> {
  await sql`
    delete from unassigned_job u
     using unnest(${jobs.map(({ tenant_id }) => tenant_id)}::text[],
                  ${jobs.map(({ job_id }) => job_id)}::text[],
                  ${jobs.map(({ until }) => until)}::timestamptz[]) as job(tenant, id, until)
     where u.tenant_id = job.tenant and u.job_id = job.id
       and (u.unassigned_at is null or u.unassigned_at <= job.until)`.execute(db);
}

export async function hasDueJob(db: Kysely<Tables>, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('unassigned_job')
    .select('job_id')
    .where('due_at', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Removes at most `max` that are due, of any tenant; each is taken by one process. */
export async function takeDueJobs(
  db: Kysely<Tables>,
  { now, max }: { now: Date; max: number },
): Promise<(UnassignedJob & { tenant_id: string })[]> {
  const { rows } = await sql<UnassignedJob & { tenant_id: string }>`
    delete from unassigned_job where (tenant_id, job_id) in (
      select tenant_id, job_id from unassigned_job where due_at <= ${now}
       order by due_at limit ${max} for update skip locked)
    returning tenant_id, job_id, severity, data, due_at, unassigned_at`.execute(db);
  return rows;
}
