/** Batches that are taken, and whose readings are not put away yet. */
import { type Kysely, sql } from 'kysely';
import { type Stored, unpack } from '../domain/telemetry/packed.ts';
import { array } from './arrays.ts';
import type { Tables } from './schema.ts';

export interface TakenBatch {
  providerId: string;
  /** Of the first reading that did not come late. */
  undecidedFrom: Date | null;
  feedNos: readonly number[];
  readings: Buffer;
}

/**
 * Keeps a batch for whoever has the token of the provider's feeds; answers its number, undefined
 * when somebody else has it by now. Many may append at the same time.
 */
export async function appendBatch(
  db: Kysely<Tables>,
  token: string,
  { providerId, undecidedFrom, feedNos, readings }: TakenBatch,
): Promise<number | undefined> {
  const { rows } = await sql<{ no: string | null }>`
    select append_batch(${providerId}, ${token}, ${undecidedFrom}, ${array('int4', feedNos)},
                        ${readings}) as no`.execute(db);
  const no = rows[0]?.no ?? null;
  return no === null ? undefined : Number(no);
}

/** Waits until nobody appends; the token then. It stays so until the transaction ends. */
export async function lockKeeper(
  db: Kysely<Tables>,
  providerId: string,
): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(${lockOf(providerId)})`.execute(db);
  const { rows } = await sql<{ token: string | null }>`
    select token from feed_keeper where provider_id = ${providerId} for update`.execute(db);
  return rows[0]?.token ?? undefined;
}

const lockOf = (providerId: string) => sql`hashtextextended(${providerId}, 0)`;

export async function giveToken(
  db: Kysely<Tables>,
  providerId: string,
  token: string,
): Promise<void> {
  await sql`
    insert into feed_keeper (provider_id, token) values (${providerId}, ${token})
    on conflict (provider_id) do update set token = excluded.token`.execute(db);
}

interface Row {
  no: string;
  readings: Buffer;
}

/** What the provider's batches hold that came after this one, and the number of the last. */
export async function listSince(
  db: Kysely<Tables>,
  providerId: string,
  after: number,
): Promise<{ readings: Stored[]; last: number }> {
  const { rows } = await sql<Row>`
    select no, readings from waiting_batch
     where provider_id = ${providerId} and no > ${after}`.execute(db);
  return {
    readings: rows.flatMap(({ readings }) => unpack(readings)),
    last: rows.reduce((last, { no }) => Math.max(last, Number(no)), after),
  };
}

/** Takes the oldest batches out; whoever is alone in it (see `lockPuttingAway`). */
export async function takeOut(
  db: Kysely<Tables>,
  max: number,
): Promise<{ readings: Stored[]; batches: number }> {
  const { rows } = await sql<Row>`
    delete from waiting_batch
     where no = any(array(select no from waiting_batch order by no limit ${max}))
    returning no, readings`.execute(db);
  const inOrder = rows.toSorted((a, b) => Number(a.no) - Number(b.no));
  return {
    readings: inOrder.flatMap(({ readings }) => unpack(readings)),
    batches: rows.length,
  };
}

/** False while another replica puts readings away; held until the transaction ends. */
export async function lockPuttingAway(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('put-away')) as locked`.execute(db);
  return rows[0]?.locked ?? false;
}

/** The first reading that may still be decided upon and is not put away; null when there is none. */
export async function findUndecided(db: Kysely<Tables>): Promise<Date | null> {
  const { rows } = await sql<{ first: Date | null }>`
    select min(undecided_from) as first from waiting_batch`.execute(db);
  return rows[0]?.first ?? null;
}
