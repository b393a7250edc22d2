/** Messages between desk and courier about jobs: added, marked as read and erased. */
import type { JobMessage, MessageState } from '@svc/contracts';
import { requireCursor } from '@svc/kit/page';
import { type Kysely, sql } from 'kysely';
import { type JobMessageRecord, otherSide } from '../domain/job-message.ts';
import type { Tables } from './schema.ts';

const ofJob = (db: Kysely<Tables>, tenant: string, jobId: string) =>
  db.selectFrom('job_message').where('tenant_id', '=', tenant).where('job_id', '=', jobId);

export async function insertMessage(
  db: Kysely<Tables>,
  tenant: string,
  message: Omit<JobMessageRecord, 'tenant_id'>,
): Promise<void> {
  await db
    .insertInto('job_message')
    .values({ tenant_id: tenant, ...message })
    .execute();
}

export async function countMessages(
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<number> {
  const count = ofJob(db, tenant, jobId).select(({ fn }) => fn.countAll<string>().as('count'));
  return Number((await count.executeTakeFirstOrThrow()).count);
}

/** The message that a device signed under this key. */
export const findSignedMessage = (
  db: Kysely<Tables>,
  tenant: string,
  { jobId, jti }: { jobId: string; jti: string },
): Promise<JobMessageRecord | undefined> =>
  ofJob(db, tenant, jobId).selectAll().where('device_jti', '=', jti).executeTakeFirst();

/** Newest first, up to limit + 1 rows, so that `has_more` is known. */
export async function listMessagesOf(
  db: Kysely<Tables>,
  tenant: string,
  {
    jobId,
    limit,
    starting_after,
  }: { jobId: string; limit: number; starting_after?: string | undefined },
): Promise<JobMessageRecord[]> {
  const own = ofJob(db, tenant, jobId);
  await requireCursor({ starting_after }, (id) => own.select('id').where('id', '=', id));
  const messages = own
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit + 1);
  return messages
    .$if(starting_after !== undefined, (older) => older.where('id', '<', starting_after ?? ''))
    .execute();
}

/** Marks the other side's unread messages up to one; returns how many were not read before. */
export async function markRead(
  db: Kysely<Tables>,
  tenant: string,
  { jobId, reader, upTo, now }: { jobId: string; reader: Side; upTo: string; now: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('job_message')
    .set({ read_at: now })
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .where('sender', '=', otherSide(reader))
    .where('read_at', 'is', null)
    .where('id', '<=', upTo)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
type Side = JobMessage['from'];

/** By job id, for one side; jobs without messages are left out. Jobs may be of several tenants. */
export async function listMessageStates(
  db: Kysely<Tables>,
  jobs: readonly { tenant_id: string; id: string }[],
  reader: Side,
): Promise<ReadonlyMap<string, MessageState>> {
  if (jobs.length === 0) return new Map();
  const rows = await db
    .selectFrom('job_message')
    .select([
      'job_id',
      sql<number>`(count(*) filter (where read_at is null and sender <> ${reader}))::int`.as(
        'unread',
      ),
      sql<Date>`greatest(max(created_at), max(read_at))`.as('changed_at'),
    ])
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('tenant_id', 'job_id'),
        'in',
        jobs.map(({ tenant_id, id }) => tuple(tenant_id, id)),
      ),
    )
    .groupBy('job_id')
    .execute();
  return new Map(
    rows.map(({ job_id, unread, changed_at }) => [
      job_id,
      { unread, changed_at: changed_at.toISOString() },
    ]),
  );
}
