import type { InputOf, jobs } from '@svc/contracts';
import type { Kysely } from 'kysely';
import type { Incident } from '../domain/incident.ts';
import { keyColumn } from './jobs.ts';
import type { Tables } from './schema.ts';

type IncidentFilter = InputOf<(typeof jobs)['actions']['listIncidents']>;

export async function insertIncident(
  db: Kysely<Tables>,
  tenant: string,
  incident: Incident,
): Promise<void> {
  await db
    .insertInto('incident')
    .values({ ...incident, tenant_id: tenant })
    .execute();
}

/** Of all tenants, newest first: as many as the limit says and one, if there are more. */
export async function listIncidents(
  db: Kysely<Tables>,
  { job_id, limit, starting_after }: IncidentFilter,
): Promise<Incident[]> {
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
    incidents = incidents.where('id', '<', ({ selectFrom }) =>
      selectFrom('incident as cursor').select('cursor.id').where('cursor.id', '=', starting_after),
    );
  }
  return incidents.execute();
}
