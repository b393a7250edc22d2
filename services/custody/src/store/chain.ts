import { type Kysely, sql } from 'kysely';
import type { Head, StoredEvent } from '../domain/chain.ts';
import type { Tables } from './schema.ts';

const ofJob = (db: Kysely<Tables>, tenant: string, jobId: string) =>
  db.selectFrom('custody_event').where('tenant_id', '=', tenant).where('job_id', '=', jobId);

export const listEvents = (
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<StoredEvent[]> =>
  ofJob(db, tenant, jobId).select(['seq', 'bytes', 'hash']).orderBy('seq').execute();

/** Those with a number above `after` and up to `through`. */
export const listEventsBetween = (
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
  { after, through, limit }: { after: number; through: number; limit: number },
): Promise<StoredEvent[]> =>
  ofJob(db, tenant, jobId)
    .select(['seq', 'bytes', 'hash'])
    .where('seq', '>', after)
    .where('seq', '<=', through)
    .orderBy('seq')
    .limit(limit)
    .execute();

/** The last event, of those up to `through`. */
export const findHead = (
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
  through = 2 ** 31 - 1,
): Promise<Head | undefined> =>
  ofJob(db, tenant, jobId)
    .select(['seq', 'hash'])
    .where('seq', '<=', through)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Until the transaction ends, nobody else who asks for this lock decides about the chain: hand-over,
 * seal and excursions come side by side, and what one does depends on what the others did.
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
