/** Queries of the hash chains: events, heads, fingerprints of row versions. */
import { type Kysely, sql } from 'kysely';
import type { ChainHead, ChainKey, StoredEvent } from '../domain/chain.ts';
import type { Tables } from './schema.ts';

const ofJob = (db: Kysely<Tables>, tenant: string, jobId: string) =>
  db.selectFrom('custody_event').where('tenant_id', '=', tenant).where('job_id', '=', jobId);

export const listEvents = (
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<StoredEvent[]> =>
  ofJob(db, tenant, jobId).select(['seq', 'bytes', 'hash', 'log_salt']).orderBy('seq').execute();

/** Part of a job's chain: up to the event `through`, and no more than `limit` rows. */
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

/** Jobs as columns for `unnest`. */
export const columnsOf = (jobs: readonly ChainKey[]) => ({
  tenants: jobs.map(({ tenant_id }) => tenant_id),
  ids: jobs.map(({ job_id }) => job_id),
});

/** The last event of each of these chains that has one. */
export async function listHeads(
  db: Kysely<Tables>,
  jobs: readonly ChainKey[],
): Promise<(ChainKey & ChainHead)[]> {
  const { tenants, ids } = columnsOf(jobs);
  const { rows } = await sql<ChainKey & ChainHead>`
    select j.tenant_id, j.job_id, e.seq, e.hash, e.log_salt
      from unnest(${tenants}::text[], ${ids}::text[]) as j(tenant_id, job_id)
     cross join lateral (
       select seq, hash, log_salt from custody_event e
        where e.tenant_id = j.tenant_id and e.job_id = j.job_id
        order by seq desc limit 1) e`.execute(db);
  return rows;
}

/** All events of these chains, in the order of each. */
export async function listChains(
  db: Kysely<Tables>,
  jobs: readonly ChainKey[],
): Promise<(ChainKey & StoredEvent)[]> {
  const { tenants, ids } = columnsOf(jobs);
  const { rows } = await sql<ChainKey & StoredEvent>`
    select e.tenant_id, e.job_id, e.seq, e.bytes, e.hash, e.log_salt
      from unnest(${tenants}::text[], ${ids}::text[]) as j(tenant_id, job_id)
     cross join lateral (
       select * from custody_event e
        where e.tenant_id = j.tenant_id and e.job_id = j.job_id
        order by seq) e`.execute(db);
  return rows;
}

/**
 * Advisory locks on chains until the transaction ends, taken in the order given: that of tenant and
 * job everywhere, so that concurrent transactions cannot deadlock. Serializes hand-over, seal and
 * excursions, which arrive concurrently and depend on one another.
 */
export async function lockChains(db: Kysely<Tables>, jobs: readonly ChainKey[]): Promise<void> {
  const names = jobs.map(({ tenant_id, job_id }) => `custody_event/${tenant_id}/${job_id}`);
  await sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0))
      from unnest(${names}::text[]) with ordinality as chain(name, place)
     order by place`.execute(db);
}

export const lockChain = (db: Kysely<Tables>, tenant: string, jobId: string): Promise<void> =>
  lockChains(db, [{ tenant_id: tenant, job_id: jobId }]);

/** Events of any chains in one statement, each after its predecessor. */
export async function insertChainEvents(
  db: Kysely<Tables>,
  events: readonly Tables['custody_event'][],
): Promise<void> {
  const { tenants, ids } = columnsOf(events);
  await sql`
    insert into custody_event (tenant_id, job_id, seq, bytes, prev_hash, hash, log_salt)
    select * from unnest(${tenants}::text[], ${ids}::text[],
                         ${events.map(({ seq }) => seq)}::int[],
                         ${events.map(({ bytes }) => bytes)}::text[],
                         ${events.map(({ prev_hash }) => prev_hash)}::text[],
                         ${events.map(({ hash }) => hash)}::text[],
                         ${events.map(({ log_salt }) => log_salt)}::text[])`.execute(db);
}
