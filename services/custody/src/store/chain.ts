import { type Kysely, sql } from 'kysely';
import type { ChainHead, StoredEvent } from '../domain/chain.ts';
import type { Tables } from './schema.ts';

const ofJob = (db: Kysely<Tables>, tenant: string, jobId: string) =>
  db.selectFrom('custody_event').where('tenant_id', '=', tenant).where('job_id', '=', jobId);

export const listEvents = (
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<StoredEvent[]> =>
  ofJob(db, tenant, jobId).select(['seq', 'bytes', 'hash', 'log_salt']).orderBy('seq').execute();

/** Of a job's chain, up to the event `through`, and no more than `limit` rows. */
export interface ChainRange {
  jobId: string;
  through: number;
  limit: number;
}

/** Events with `after` < seq ≤ `through`. */
export const listEventsBetween = (
  db: Kysely<Tables>,
  tenant: string,
  { jobId, after, through, limit }: ChainRange & { after: number },
): Promise<StoredEvent[]> =>
  ofJob(db, tenant, jobId)
    .select(['seq', 'bytes', 'hash', 'log_salt'])
    .where('seq', '>', after)
    .where('seq', '<=', through)
    .orderBy('seq')
    .limit(limit)
    .execute();

/**
 * Fingerprint of the row versions of the events up to `through`: every insert, update and delete,
 * also the owner's, makes a row version with another xmin or ctid. Reads no contents, so it costs
 * Postgres a small part of what reading or hashing them does. Blind to edits of the data files and
 * of pg_surgery.
 */
export async function fingerprintOfEvents(
  db: Kysely<Tables>,
  tenant: string,
  { jobId, through }: Omit<ChainRange, 'limit'>,
): Promise<string> {
  const { rows } = await sql<{ fingerprint: string | null }>`
    select md5(string_agg(seq || ' ' || xmin || ' ' || ctid, ',' order by seq)) as fingerprint
      from custody_event
     where tenant_id = ${tenant} and job_id = ${jobId} and seq <= ${through}`.execute(db);
  return rows[0]?.fingerprint ?? 'none';
}

/** The last event with seq ≤ `through`. */
export const findHead = (
  db: Kysely<Tables>,
  tenant: string,
  { jobId, through = 2 ** 31 - 1 }: { jobId: string; through?: number | undefined },
): Promise<ChainHead | undefined> =>
  ofJob(db, tenant, jobId)
    .select(['seq', 'hash', 'log_salt'])
    .where('seq', '<=', through)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Advisory lock on a chain until the transaction ends. Serializes hand-over, seal and excursions,
 * which arrive concurrently and depend on one another.
 */
export async function lockChain(db: Kysely<Tables>, tenant: string, jobId: string): Promise<void> {
  const name = `custody_event/${tenant}/${jobId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

export async function insertEvent(
  db: Kysely<Tables>,
  tenant: string,
  event: Omit<Tables['custody_event'], 'tenant_id'>,
): Promise<void> {
  await db
    .insertInto('custody_event')
    .values({ tenant_id: tenant, ...event })
    .execute();
}
