import type { Insertable, Kysely } from 'kysely';
import { type Decision, existing, type Job } from '../domain/job.ts';
import type { Tables } from './schema.ts';
import { addUp, tallyRows } from './tally.ts';

/** A job is known by its id and by its reference. */
export const keyColumn = (idOrRef: string): 'id' | 'ref' =>
  idOrRef.startsWith('SVC-') ? 'ref' : 'id';

const selectJob = (db: Kysely<Tables>, tenant: string, idOrRef: string) =>
  db
    .selectFrom('job')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where(keyColumn(idOrRef), '=', idOrRef);

export const findJob = (
  db: Kysely<Tables>,
  tenant: string,
  idOrRef: string,
): Promise<Job | undefined> => selectJob(db, tenant, idOrRef).executeTakeFirst();

export async function getJob(db: Kysely<Tables>, tenant: string, idOrRef: string): Promise<Job> {
  return existing(await findJob(db, tenant, idOrRef));
}

/** Locks the job until the transaction ends: decisions on one job are made one after the other. */
export async function lockJob(db: Kysely<Tables>, tenant: string, idOrRef: string): Promise<Job> {
  return existing(await selectJob(db, tenant, idOrRef).forUpdate().executeTakeFirst());
}

/** Job, timeline and counters in one statement: a booking is one round trip. */
export async function insertJob(
  db: Kysely<Tables>,
  tenant: string,
  { job, milestones }: Decision,
): Promise<void> {
  await db
    .with('new_job', (cte) => cte.insertInto('job').values(toRow(tenant, job)))
    .with('new_milestone', (cte) =>
      cte.insertInto('milestone').values(milestoneRows(tenant, job, milestones)),
    )
    .insertInto('job_tally')
    .values(tallyRows(tenant, job, [[job.status, 1]]))
    .onConflict(addUp)
    .execute();
}

/** Stores what a decision made of the locked job. */
export async function saveJob(
  db: Kysely<Tables>,
  tenant: string,
  { before, after: { job, milestones } }: { before: Job; after: Decision },
): Promise<void> {
  await db
    .updateTable('job')
    .set(toRow(tenant, job))
    .where('tenant_id', '=', tenant)
    .where('id', '=', before.id)
    .execute();
  if (milestones.length > 0) {
    await db
      .insertInto('milestone')
      .values(milestoneRows(tenant, job, milestones))
      .execute();
  }
  if (job.status !== before.status) {
    await db
      .insertInto('job_tally')
      .values(
        tallyRows(tenant, job, [
          [before.status, -1],
          [job.status, 1],
        ]),
      )
      .onConflict(addUp)
      .execute();
  }
}

function toRow(tenant: string, job: Job): Insertable<Tables['job']> {
  const { priced, pickup, dropoff, requirements, parcel_items, metadata, cancellation } = job;
  return {
    tenant_id: tenant,
    tenant_name: job.tenant_name,
    id: job.id,
    ref: job.ref,
    status: job.status,
    priced: JSON.stringify(priced),
    pickup: JSON.stringify(pickup),
    dropoff: JSON.stringify(dropoff),
    seal: job.seal,
    requirements: JSON.stringify(requirements),
    parcel_items: JSON.stringify(parcel_items),
    cost_centre: job.cost_centre,
    reference: job.reference,
    metadata: JSON.stringify(metadata),
    tracking_token: job.tracking_token,
    created_at: job.created_at,
    sla_due: job.sla_due,
    collected_at: job.collected_at,
    delivered_at: job.delivered_at,
    cancellation: cancellation && JSON.stringify(cancellation),
    return_job_id: job.return_job_id,
    return_of: job.return_of,
  };
}

const milestoneRows = (tenant: string, { id }: Job, milestones: Decision['milestones']) =>
  milestones.map((milestone) => ({ tenant_id: tenant, job_id: id, ...milestone }));

export const listMilestones = (db: Kysely<Tables>, tenant: string, jobId: string) =>
  db
    .selectFrom('milestone')
    .select(['at', 'type', 'note', 'seal'])
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .orderBy('id')
    .execute();
