/** A job with the sequence number of its latest event, for services that project its events. */
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { JobRecord } from '../domain/job.ts';
import { isNamed, keyColumn } from './jobs.ts';
import { isSample } from './samples.ts';
import type { Tables } from './schema.ts';

export type SequencedJob = JobRecord & { last_sequence: number | null };

/** One statement, so that job and sequence number are from one snapshot. */
const selectSequencedJob = (db: Kysely<Tables>) =>
  db.selectFrom('job').selectAll('job').select(lastSequence);

/** In the collation of the sequences' key, without which no index applies. */
const lastSequence = ({ selectFrom }: ExpressionBuilder<Tables, 'job'>) =>
  selectFrom('job_sequence')
    .select('last')
    .where('job_sequence.tenant_id', '=', sql<string>`job.tenant_id collate "default"`)
    .where('job_sequence.job_id', '=', sql<string>`job.id collate "default"`)
    .as('last_sequence');

/** The tenant's own job, or else, on the sandbox, a sample. */
export async function findSequencedJob(
  db: Kysely<Tables>,
  tenant: string,
  idOrRef: string,
): Promise<SequencedJob | undefined> {
  const own = await selectSequencedJob(db).where(isNamed(tenant, idOrRef)).executeTakeFirst();
  return own ?? selectSequencedJob(db).where(isSample(idOrRef)).executeTakeFirst();
}

/** For the carrier, which works with the jobs of all tenants. */
export const findAnySequencedJob = (
  db: Kysely<Tables>,
  idOrRef: string,
): Promise<SequencedJob | undefined> =>
  selectSequencedJob(db)
    .where(keyColumn(idOrRef), '=', idOrRef)
    .where('copy_tenant_id', '=', '')
    .executeTakeFirst();

/** Takes no tenant: the token is the authorization of the tracking page. */
export const findSequencedJobByToken = (
  db: Kysely<Tables>,
  token: string,
): Promise<SequencedJob | undefined> =>
  selectSequencedJob(db).where('tracking_token', '=', token).executeTakeFirst();
