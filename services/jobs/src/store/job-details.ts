/** One job with its instructions, in one statement. */
import type { ExpressionBuilder, Kysely } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { EncryptedInstructions } from '../domain/instructions.ts';
import type { JobRecord } from '../domain/job.ts';
import { isNamed } from './jobs.ts';
import { isSample } from './samples.ts';
import type { Tables } from './schema.ts';

export interface DetailedJob extends JobRecord {
  /** Null for a job without any. */
  instructions: EncryptedInstructions | null;
}

/** The tenant's own job, or else a sample. */
export const findVisibleDetail = async (
  db: Kysely<Tables>,
  tenant: string,
  idOrRef: string,
): Promise<DetailedJob | undefined> =>
  (await selectDetail(db).where(isNamed(tenant, idOrRef)).executeTakeFirst()) ??
  (await selectDetail(db).where(isSample(idOrRef)).executeTakeFirst());

const selectDetail = (db: Kysely<Tables>) =>
  db.selectFrom('job').selectAll().select(instructionsOf);

const instructionsOf = ({ selectFrom }: ExpressionBuilder<Tables, 'job'>) =>
  jsonObjectFrom(
    selectFrom('job_instructions')
      .select(['note', 'pickup_contact', 'dropoff_contact'])
      .whereRef('job_instructions.tenant_id', '=', 'job.tenant_id')
      .whereRef('job_instructions.job_id', '=', 'job.id'),
  ).as('instructions');
