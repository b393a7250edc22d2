/** Instructions of jobs, encrypted. A job without any has no row. */
import { type Kysely, sql } from 'kysely';
import type { EncryptedInstructions } from '../domain/instructions.ts';
import type { Tables } from './schema.ts';

export const findInstructions = (
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<EncryptedInstructions | undefined> =>
  db
    .selectFrom('job_instructions')
    .select(['note', 'pickup_contact', 'dropoff_contact'])
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .executeTakeFirst();

/** Instructions of jobs that may belong to several tenants. */
export const listInstructions = (
  db: Kysely<Tables>,
  jobs: readonly { tenant_id: string; id: string }[],
) =>
  db
    .selectFrom('job_instructions')
    .select(['job_id', 'note', 'pickup_contact', 'dropoff_contact'])
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('tenant_id', 'job_id'),
        'in',
        jobs.map(({ tenant_id, id }) => tuple(tenant_id, id)),
      ),
    )
    .execute();

export async function putInstructions(
  db: Kysely<Tables>,
  tenant: string,
  { jobId, stored }: { jobId: string; stored: EncryptedInstructions },
): Promise<void> {
  await db
    .insertInto('job_instructions')
    .values({ tenant_id: tenant, job_id: jobId, ...stored })
    .onConflict((known) => known.columns(['tenant_id', 'job_id']).doUpdateSet(stored))
    .execute();
}

/** A return goes the other way: its contacts change places. */
export async function copyToReturn(
  db: Kysely<Tables>,
  tenant: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`
    insert into job_instructions (tenant_id, job_id, note, pickup_contact, dropoff_contact)
    select tenant_id, ${to}, note, dropoff_contact, pickup_contact from job_instructions
     where tenant_id = ${tenant} and job_id = ${from}`.execute(db);
}
