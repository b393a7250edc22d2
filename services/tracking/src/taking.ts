/** Puts the readings of a batch where they belong, each once; all in the transaction of the batch. */
import type { Kysely } from 'kysely';
import { dayNumber, dayOf } from './bounds.ts';
import type { Config } from './config.ts';
import type { Measured, Rejection } from './domain/telemetry/batch.ts';
import { advancesOf, type Fed, feedOf, foreignPlates } from './domain/telemetry/feed.ts';
import { addFeeds, listFeeds, listReached } from './store/feeds.ts';
import { insertNewer, insertUnlessKnown, keepDay, withoutTwins } from './store/readings.ts';
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
  return { fresh, duplicates: repeated + fed.length - fresh.length, rejected };
}

async function getFeeds(
  db: Kysely<Tables>,
  tenant: string,
  asked: { providerId: string; deviceIds: readonly string[] },
) {
  const { providerId, deviceIds } = asked;
  const feeds = await listFeeds(db, providerId, deviceIds);
  if (feeds.length === deviceIds.length) return feeds;
  await addFeeds(db, tenant, asked);
  // Also when none was added: another batch may have added it meanwhile.
  return listFeeds(db, providerId, deviceIds);
}

/** Only a day that was there before counts as known: one that is made here may be undone. */
async function makeRoom(db: Kysely<Tables>, fed: readonly Fed[], days: Set<string>): Promise<void> {
  const wanted = new Map(fed.map(({ at }) => [dayNumber(at), at]));
  for (const at of wanted.values()) {
    const day = dayOf(at);
    if (!days.has(day) && (await keepDay(db, day))) days.add(day);
  }
}

/** Once the feeds are locked, numbers that they had not reached are new; only others are looked for. */
async function insertFresh(db: Kysely<Tables>, fed: readonly Fed[]): Promise<readonly Fed[]> {
  if (fed.length === 0) return [];
  const advances = advancesOf(fed);
  const inserted = await insertNewer(db, fed, advances);
  if (inserted === fed.length) return fed;
  const reached = await listReached(
    db,
    advances.map(({ no }) => no),
  );
  const isNewer = ({ feed, seq }: Fed) => seq > (reached.get(feed.no) ?? seq);
  const others = await insertUnlessKnown(
    db,
    fed.filter((reading) => !isNewer(reading)),
  );
  return [...fed.filter(isNewer), ...(await withoutTwins(db, others))];
}

/** One process may serve two environments, each with a database of its own. */
const knownDays = new WeakMap<Config, Set<string>>();

export function daysOf(config: Config): Set<string> {
  const days = knownDays.get(config) ?? new Set<string>();
  knownDays.set(config, days);
  return days;
}
