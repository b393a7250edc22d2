import type { Kysely } from 'kysely';
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

export const findHead = (
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<Head | undefined> =>
  ofJob(db, tenant, jobId)
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();

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
