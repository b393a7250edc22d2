/** Pending batches: accepted and committed, not flushed into chunks yet. */
import { type Kysely, sql } from 'kysely';
import { decodeReadings, type StoredReading } from '../domain/telemetry/reading-chunks.ts';
import { array } from './binary-arrays.ts';
import type { Tables } from './schema.ts';

/**
 * Takes the lease exclusively until the transaction ends, after all running appends; returns the
 * current fencing token.
 */
export async function lockProviderLease(
  db: Kysely<Tables>,
  providerId: string,
): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(${lockOf(providerId)})`.execute(db);
  const { rows } = await sql<{ token: string | null }>`
    select token from provider_lease where provider_id = ${providerId} for update`.execute(db);
  return rows[0]?.token ?? undefined;
}

const lockOf = (providerId: string) => sql`hashtextextended(${providerId}, 0)`;

export async function saveProviderLease(
  db: Kysely<Tables>,
  providerId: string,
  token: string,
): Promise<void> {
  await sql`
    insert into provider_lease (provider_id, token) values (${providerId}, ${token})
    on conflict (provider_id) do update set token = excluded.token`.execute(db);
}

export interface PendingBatch {
  providerId: string;
  /** Time of the first reading that is not late. */
  unevaluatedFrom: Date | null;
  feedNos: readonly number[];
  readings: Buffer;
}

/**
 * Appends a batch if `token` is the current fencing token of the provider; returns the batch number,
 * or undefined if the token is stale. Appends of one holder may run concurrently.
 */
export async function appendBatch(
  db: Kysely<Tables>,
  token: string,
  { providerId, unevaluatedFrom, feedNos, readings }: PendingBatch,
): Promise<number | undefined> {
  const { rows } = await sql<{ no: string | null }>`
    select append_batch(${providerId}, ${token}, ${unevaluatedFrom}, ${array('int4', feedNos)},
                        ${readings}) as no`.execute(db);
  const no = rows[0]?.no ?? null;
  return no === null ? undefined : Number(no);
}

interface Row {
  no: string;
  readings: Buffer;
}

/** Readings of the provider's pending batches after batch `after`, and the number of the last. */
export async function listPendingReadings(
  db: Kysely<Tables>,
  providerId: string,
  after: number,
): Promise<{ readings: StoredReading[]; last: number }> {
  const { rows } = await sql<Row>`
    select no, readings from pending_batch
     where provider_id = ${providerId} and no > ${after}`.execute(db);
  return {
    readings: rows.flatMap(({ readings }) => decodeReadings(readings)),
    last: rows.reduce((last, { no }) => Math.max(last, Number(no)), after),
  };
}

/** The oldest batches with their readings; only under `tryLockFlush`. */
export async function listOldestBatches(
  db: Kysely<Tables>,
  max: number,
): Promise<{ readings: StoredReading[]; batchNos: number[] }> {
  const { rows } = await sql<Row>`
    select no, readings from pending_batch order by no limit ${max}`.execute(db);
  return {
    readings: rows.flatMap(({ readings }) => decodeReadings(readings)),
    batchNos: rows.map(({ no }) => Number(no)),
  };
}

export async function deleteBatches(
  db: Kysely<Tables>,
  batchNos: readonly number[],
): Promise<void> {
  await sql`
    delete from pending_batch where no = any(${array('int8', batchNos)})`.execute(db);
}

/** Advisory lock of the flush, held until the transaction ends; false if another replica has it. */
export async function tryLockFlush(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('flush-readings')) as locked`.execute(db);
  return rows[0]?.locked ?? false;
}

/** Time of the first reading that is due for evaluation but not flushed; null if there is none. */
export async function findFirstPendingReading(db: Kysely<Tables>): Promise<Date | null> {
  const { rows } = await sql<{ first: Date | null }>`
    select min(unevaluated_from) as first from pending_batch`.execute(db);
  return rows[0]?.first ?? null;
}

export async function countPendingBatches(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pending_batch`.execute(db);
  return rows[0]?.n ?? 0;
}
