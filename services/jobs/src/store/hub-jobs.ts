/** Open jobs that go over hubs, of any tenant. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { JobRecord } from '../domain/job.ts';
import type { Tables } from './schema.ts';

/** Condition of the partial index `job_legs`. */
const isOverHubs = sql<boolean>`legs is not null and status not in ('delivered', 'cancelled')`;

const listJobs = (db: Kysely<Tables>, max: number, condition: RawBuilder<boolean>) =>
  db
    .selectFrom('job')
    .selectAll()
    .where(isOverHubs)
    .where('return_job_id', 'is', null)
    .where('copy_tenant_id', '=', '')
    .where(condition)
    .orderBy('sla_due')
    .orderBy('id')
    .limit(max)
    .execute();

const hubJobsMax = 600;

const overHub = (id: string) =>
  sql<boolean>`legs @> ${JSON.stringify([{ hub: { vehicle_id: id } }])}::jsonb`;

export const listHubJobs = (db: Kysely<Tables>, hubId: string): Promise<JobRecord[]> =>
  listJobs(db, hubJobsMax, overHub(hubId));

/** Jobs with a leg of this driver, or that come to the hub that the driver keeps. */
export function listLegsOf(
  db: Kysely<Tables>,
  { driver, hubId }: { driver: string; hubId: string | null },
): Promise<JobRecord[]> {
  const isDriven = sql<boolean>`legs @> ${JSON.stringify([{ crew: { driver_id: driver } }])}::jsonb`;
  const condition = hubId === null ? isDriven : sql<boolean>`(${isDriven} or ${overHub(hubId)})`;
  return listJobs(db, hubJobsMax, condition);
}
