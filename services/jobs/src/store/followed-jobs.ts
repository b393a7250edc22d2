/** A job with the number of its latest event, for services that follow its events. */
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Job } from '../domain/job.ts';
import { isNamed } from './jobs.ts';
import { isSample } from './samples.ts';
import type { Tables } from './schema.ts';

type FollowedJob = Job & { last_sequence: number | null };

/** One statement: job and number are of the same moment. */
const selectFollowed = (db: Kysely<Tables>) =>
  db.selectFrom('job').selectAll('job').select(lastSequence);

const lastSequence = ({ selectFrom }: ExpressionBuilder<Tables, 'job'>) =>
  selectFrom('job_sequence')
    .select('last')
    .whereRef('job_sequence.tenant_id', '=', 'job.tenant_id')
    .whereRef('job_sequence.job_id', '=', 'job.id')
    .as('last_sequence');

/** The tenant's own job, or else, on the sandbox, a sample. */
export async function findFollowed(
  db: Kysely<Tables>,
  tenant: string,
  idOrRef: string,
): Promise<FollowedJob | undefined> {
  const own = await selectFollowed(db).where(isNamed(tenant, idOrRef)).executeTakeFirst();
  return own ?? selectFollowed(db).where(isSample(idOrRef)).executeTakeFirst();
}

/** Whoever has the token may look, whatever the tenant: it is the tracking page's only key. */
export const findFollowedByToken = (
  db: Kysely<Tables>,
  token: string,
): Promise<FollowedJob | undefined> =>
  selectFollowed(db).where('tracking_token', '=', token).executeTakeFirst();
