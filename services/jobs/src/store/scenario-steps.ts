import { type Kysely, sql } from 'kysely';
import type { ScenarioStep } from '../domain/scenario.ts';
import type { Tables } from './schema.ts';

export async function insertSteps(
  db: Kysely<Tables>,
  tenant: string,
  steps: readonly ScenarioStep[],
): Promise<void> {
  if (steps.length === 0) return;
  const rows = steps.map((step) => ({ tenant_id: tenant, ...step }));
  await db.insertInto('scenario_step').values(rows).execute();
}

export async function hasDueStep(db: Kysely<Tables>, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('scenario_step')
    .select('seq')
    .where('due_at', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes the earliest due step away, of any tenant. Whoever holds the first step of a job holds the
 * job: its later ones wait for that one to be gone.
 */
export async function claimStep(
  db: Kysely<Tables>,
  now: Date,
): Promise<(ScenarioStep & { tenant_id: string }) | undefined> {
  const { rows } = await sql<ScenarioStep & { tenant_id: string }>`
    with due as (
      select tenant_id, job_id, seq from scenario_step s
       where due_at <= ${now} and not exists (
         select from scenario_step earlier
          where earlier.tenant_id = s.tenant_id and earlier.job_id = s.job_id
            and earlier.seq < s.seq)
       order by due_at limit 1 for update skip locked
    )
    delete from scenario_step s using due
     where (s.tenant_id, s.job_id, s.seq) = (due.tenant_id, due.job_id, due.seq)
    returning s.*`.execute(db);
  return rows[0];
}

export async function deleteSteps(
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<void> {
  await db
    .deleteFrom('scenario_step')
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .execute();
}
