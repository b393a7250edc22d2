/** Jobs whose vehicles have still to come near to where they go; of all tenants. */
import { type Kysely, sql } from 'kysely';
import type { Heading } from '../domain/telemetry/stage.ts';
import { array } from './arrays.ts';
import type { Tables } from './schema.ts';

export interface HeadingJob extends Heading {
  tenant_id: string;
  job_id: string;
  ref: string;
  vehicle_id: string | null;
}

const select = (db: Kysely<Tables>) =>
  db
    .selectFrom('followed_job')
    .select(['followed_job.tenant_id', 'job_id', 'ref', 'vehicle_id', 'pickup', 'dropoff'])
    .select(['stage', 'stage_since', 'entered_pickup_at', 'entered_dropoff_at'])
    .where('stage', 'is not', null);

/** With the number by which readings name their vehicle. */
export async function listHeading(
  db: Kysely<Tables>,
  vehicleNos: readonly number[],
): Promise<(HeadingJob & { vehicle_no: number })[]> {
  return select(db)
    .innerJoin('vehicle as v', 'v.id', 'followed_job.vehicle_id')
    .select('v.no as vehicle_no')
    .where(sql<boolean>`v.no = any(${array('int4', vehicleNos)})`)
    .execute();
}

/** Does not wait: whoever holds the job may wait for what this transaction holds. */
export const lockHeading = (
  db: Kysely<Tables>,
  { tenant_id, job_id }: HeadingJob,
): Promise<HeadingJob | undefined> =>
  select(db)
    .where('tenant_id', '=', tenant_id)
    .where('job_id', '=', job_id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

export async function saveStage(db: Kysely<Tables>, job: HeadingJob): Promise<void> {
  const { stage, stage_since, entered_pickup_at, entered_dropoff_at } = job;
  await db
    .updateTable('followed_job')
    .set({ stage, stage_since, entered_pickup_at, entered_dropoff_at })
    .where('tenant_id', '=', job.tenant_id)
    .where('job_id', '=', job.job_id)
    .execute();
}
