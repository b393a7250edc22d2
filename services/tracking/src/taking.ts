/** Takes the readings of a batch, each once; all in the transaction of the batch. */
import type { Kysely } from 'kysely';
import type { Measured, Rejection } from './domain/telemetry/batch.ts';
import { claimNew, type Fed, foreignPlates, sortOut, toStored } from './domain/telemetry/feed.ts';
import { pack, type Stored } from './domain/telemetry/packed.ts';
import { type Asked, type Memory, refresh, renew } from './remembering.ts';
import { listAnyDay, listSameHour, type Numbered } from './store/runs.ts';
import type { Tables } from './store/schema.ts';
import { knownPlates } from './store/vehicles.ts';
import { appendBatch, listSince } from './store/waiting.ts';

export interface Taken {
  accepted: number;
  duplicates: number;
  rejected: Rejection[];
}

interface Batch extends Asked {
  measured: readonly Measured[];
}

/** Most batches hold nothing but new numbers of known devices, as far as this process remembers. */
export async function takeReadings(
  db: Kysely<Tables>,
  tenant: string,
  batch: Batch,
): Promise<Taken> {
  const { measured, memory } = batch;
  const { feeds, token } = memory;
  const fed = claimNew(measured, feeds);
  if (fed.length === measured.length && (await append(db, batch, fed))) {
    return { accepted: fed.length, duplicates: 0, rejected: [] };
  }
  return takeCarefully(db, tenant, { ...batch, claim: { feeds, token, fed } });
}

/** False when another process has taken over, or the feeds have changed. */
async function append(db: Kysely<Tables>, batch: Batch, fed: readonly Fed[]): Promise<boolean> {
  if (fed.length === 0) return true;
  const { providerId, memory } = batch;
  const no = await appendBatch(db, memory.token, {
    providerId,
    undecidedFrom: firstInTime(fed),
    feedNos: [...new Set(fed.map(({ feed }) => feed.no))],
    readings: pack(fed.map(toStored)),
  });
  if (no === undefined) return false;
  memory.lastHeard = Math.max(memory.lastHeard, no);
  return true;
}

function firstInTime(fed: readonly Fed[]): Date | null {
  let first: Date | null = null;
  for (const { reading } of fed) {
    if (!reading.late && (first === null || reading.at < first)) first = reading.at;
  }
  return first;
}

interface CarefulBatch extends Batch {
  /** What this batch has claimed already, by which memory. */
  claim: Pick<Memory, 'feeds' | 'token'> & { fed: readonly Fed[] };
}

/**
 * With nobody else taking batches of the provider; numbers that may have been used are looked for.
 *
 * Two batches may want the same number: one has claimed it and waits to be appended, the other finds
 * it unused and takes it. Then the token is renewed: the first one is not appended, and comes here.
 */
async function takeCarefully(
  db: Kysely<Tables>,
  tenant: string,
  { claim, ...batch }: CarefulBatch,
): Promise<Taken> {
  const { providerId, memory, measured } = batch;
  const deviceIds = [...new Set(measured.map(({ device_id }) => device_id))];
  const isVoid = await refresh(db, tenant, { providerId, memory, deviceIds });
  const { token, feeds } = memory;
  const claimed = claim.feeds === feeds ? claim.fed.map(({ reading }) => reading) : [];
  const foreign = foreignPlates(measured, feeds);
  const plates = foreign.length > 0 ? await knownPlates(db, tenant, foreign) : new Set<string>();
  const sorted = sortOut(measured, { feeds, plates, claimed: new Set(claimed) });
  const { fresh, ours, doubtful, repeated, rejected } = sorted;
  const stillOurs = claim.token === token ? ours : await withoutUsed(db, providerId, ours);
  const unused = await withoutUsed(db, providerId, doubtful);
  if (isVoid || unused.length > 0) await renew(db, batch);
  const kept = [...fresh, ...stillOurs, ...unused];
  if (!(await append(db, batch, kept))) throw new Error('the token of the feeds is not ours');
  const duplicates = repeated + ours.length + doubtful.length - stillOurs.length - unused.length;
  return { accepted: kept.length, duplicates, rejected };
}

const keyOf = ({ feed_no, seq }: Numbered): string => `${feed_no} ${seq}`;
const numberOf = ({ feed, reading }: Fed): Numbered => ({
  feed_no: feed.no,
  seq: reading.seq,
  atMs: reading.at.getTime(),
});

/** Mostly the same batch came before: its numbers wait, or were put away in the same hour. */
async function withoutUsed(
  db: Kysely<Tables>,
  providerId: string,
  doubtful: readonly Fed[],
): Promise<readonly Fed[]> {
  const looks = [
    async () => (await listSince(db, providerId, 0)).readings,
    (wanted: readonly Numbered[]) => listSameHour(db, wanted),
    (wanted: readonly Numbered[]) => listAnyDay(db, wanted),
  ];
  let left = doubtful;
  for (const look of looks) {
    if (left.length === 0) return left;
    const found = await look(left.map(numberOf));
    const used = new Set(found.map((stored: Stored) => keyOf(stored)));
    left = left.filter((fed) => !used.has(keyOf(numberOf(fed))));
  }
  return left;
}
