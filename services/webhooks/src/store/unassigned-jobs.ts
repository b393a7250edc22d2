import { type Kysely, sql } from 'kysely';
import type { UnassignedJob } from '../domain/alarm.ts';
import type { Tables } from './schema.ts';

/** A later time without driver takes the place of an earlier one. */
export async function saveUnassignedJob(
  db: Kysely<Tables>,
  tenant: string,
  { data, ...job }: UnassignedJob,
): Promise<void> {
  const { severity, due_at, unassigned_at } = job;
  const text = sql<UnassignedJob['data']>`${JSON.stringify(data)}`;
  await db
    .insertInto('unassigned_job')
    .values({ tenant_id: tenant, ...job, data: text })
    .onConflict((on) =>
      on
        .columns(['tenant_id', 'job_id'])
        .doUpdateSet({ severity, due_at, unassigned_at, data: text })
        .where(
          sql<boolean>`excluded.unassigned_at > coalesce(unassigned_job.unassigned_at, '-infinity')`,
        ),
    )
    .execute();
}

/** Unless it became unassigned after that moment. */
export async function deleteUnassignedJob(
  db: Kysely<Tables>,
  tenant: string,
  { jobId, until }: { jobId: string; until: Date },
): Promise<void> {
  await db
    .deleteFrom('unassigned_job')
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .where(({ eb, or }) => or([eb('unassigned_at', 'is', null), eb('unassigned_at', '<=', until)]))
    .execute();
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
