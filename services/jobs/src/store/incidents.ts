import type { InputOf, jobs } from '@svc/contracts';
import { requireCursor } from '@svc/kit/page';
import { type Kysely, sql } from 'kysely';
import type { IncidentRecord } from '../domain/incident.ts';
import { keyColumn } from './jobs.ts';
import type { Tables } from './schema.ts';

type IncidentFilter = InputOf<(typeof jobs)['actions']['listIncidents']>;

export async function insertIncident(
  db: Kysely<Tables>,
  tenant: string,
  incident: IncidentRecord,
): Promise<void> {
  await db
    .insertInto('incident')
    .values({ ...incident, tenant_id: tenant })
    .execute();
}

const erased = 'Erased.';

/** Replaces the descriptions of incidents of the job, of its return and of the job that it returns. */
export async function eraseDescriptions(
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<void> {
  await sql`
    update incident set description = ${erased} from job
     where job.tenant_id = ${tenant} and job.id = ${jobId}
       and incident.tenant_id = ${tenant}
       and incident.job_id in (job.id, job.return_job_id, job.return_of)
       and incident.description <> ${erased}`.execute(db);
}

/** The incident that a device reported under this key: a repeated report returns it. */
export const findSignedIncident = (
  db: Kysely<Tables>,
  tenant: string,
  { job_id, device_jti }: { job_id: string; device_jti: string },
): Promise<IncidentRecord | undefined> =>
  db
    .selectFrom('incident')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', job_id)
    .where('device_jti', '=', device_jti)
    .executeTakeFirst();

/** Incidents of all tenants, newest first; up to limit + 1 rows, so that `has_more` is known. */
export async function listIncidents(
  db: Kysely<Tables>,
  { job_id, limit, starting_after }: IncidentFilter,
): Promise<IncidentRecord[]> {
  await requireCursor({ starting_after }, (id) =>
    db.selectFrom('incident').select('id').where('id', '=', id),
  );
  let incidents = db
    .selectFrom('incident')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (job_id !== undefined) {
    incidents = incidents.where('job_id', '=', ({ selectFrom }) =>
      selectFrom('job').select('id').where(keyColumn(job_id), '=', job_id),
    );
  }
  if (starting_after !== undefined) {
    incidents = incidents.where('id', '<', starting_after);
  }
  return incidents.execute();
}
