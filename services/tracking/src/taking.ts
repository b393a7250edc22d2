/** Puts the readings of a batch where they belong, each once; all in the transaction of the batch. */
import type { Kysely } from 'kysely';
import { dayOf } from './bounds.ts';
import type { Measured, Rejection } from './domain/telemetry/batch.ts';
import { advanced, type Fed, feedOf, foreignPlates } from './domain/telemetry/feed.ts';
import { addFeeds, lockFeeds, saveFeeds } from './store/feeds.ts';
import { insertNewer, insertUnlessKnown, keepDay } from './store/readings.ts';
import type { Tables } from './store/schema.ts';
import { knownPlates } from './store/vehicles.ts';

export interface Taken {
  fresh: readonly Fed[];
  duplicates: number;
  rejected: Rejection[];
}

interface Batch {
  providerId: string;
  measured: readonly Measured[];
  /** Those that there is room for, as far as this process knows. */
  days: Set<string>;
}

export async function keepReadings(
  db: Kysely<Tables>,
  tenant: string,
  { providerId, measured, days }: Batch,
): Promise<Taken> {
  const deviceIds = [...new Set(measured.map(({ device_id }) => device_id))];
  const feeds = await getFeeds(db, tenant, { providerId, deviceIds });
  const foreign = foreignPlates(measured, feeds);
  const plates = foreign.length > 0 ? await knownPlates(db, tenant, foreign) : new Set<string>();
  const { fed, repeated, rejected } = feedOf(measured, { feeds, plates });
  await makeRoom(db, fed, days);
  const fresh = await insertFresh(db, fed);
  if (fresh.length > 0) await saveFeeds(db, advanced(fresh));
  return { fresh, duplicates: repeated + fed.length - fresh.length, rejected };
}

async function getFeeds(
  db: Kysely<Tables>,
  tenant: string,
  asked: { providerId: string; deviceIds: readonly string[] },
) {
  const { providerId, deviceIds } = asked;
  const feeds = await lockFeeds(db, providerId, deviceIds);
  if (feeds.length === deviceIds.length) return feeds;
  const isAny = await addFeeds(db, tenant, asked);
  return isAny ? lockFeeds(db, providerId, deviceIds) : feeds;
}

/** Only a day that was there before counts as known: one that is made here may be undone. */
async function makeRoom(db: Kysely<Tables>, fed: readonly Fed[], days: Set<string>): Promise<void> {
  for (const day of new Set(fed.map(({ at }) => dayOf(at)))) {
    if (!days.has(day) && (await keepDay(db, day))) days.add(day);
  }
}

/** Numbers higher than any before are new; only the others have to be looked for. */
async function insertFresh(db: Kysely<Tables>, fed: readonly Fed[]): Promise<Fed[]> {
  const newer = fed.filter(({ feed, seq }) => seq > feed.max_seq);
  const others = fed.filter(({ feed, seq }) => seq <= feed.max_seq);
  if (newer.length > 0) await insertNewer(db, newer);
  return others.length > 0 ? [...newer, ...(await insertUnlessKnown(db, others))] : newer;
}
