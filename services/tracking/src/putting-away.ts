/** Puts the readings of batches that were taken where they are read, many batches at a time. */
import type { tracking } from '@svc/contracts';
import type { WriteContext } from '@svc/kit/bind';
import type { Kysely } from 'kysely';
import { dayNumber, dayOf } from './bounds.ts';
import type { Config } from './config.ts';
import { advanceOf, byFeed, type Run, runsOf } from './domain/telemetry/runs.ts';
import { advanceFeeds } from './store/feeds.ts';
import { insertRuns, keepDay } from './store/runs.ts';
import type { Tables } from './store/schema.ts';
import { lockPuttingAway, takeOut } from './store/waiting.ts';
import { tellEntries } from './telling-entries.ts';

type Context = WriteContext<Tables, Config, typeof tracking>;

/** A hundred thousand readings at most: more would keep the process from answering. */
const batchesMax = 200;

/** One turn; whether there may be more. */
export async function putAway({ db, emit, config }: Context): Promise<boolean> {
  if (!(await lockPuttingAway(db))) return false;
  const { readings, batches } = await takeOut(db, batchesMax);
  if (batches === 0) return false;
  const feeds = byFeed(readings);
  const runs = feeds.flatMap(runsOf);
  await makeRoom(db, runs);
  await insertRuns(db, runs);
  await advanceFeeds(db, feeds.flatMap(advanceOf));
  await tellEntries(db, readings, { emit, speedKmh: config.SVC_AVERAGE_SPEED_KMH });
  return batches === batchesMax;
}

async function makeRoom(db: Kysely<Tables>, runs: readonly Run[]): Promise<void> {
  const wanted = new Map(runs.map(({ from }) => [dayNumber(from), from]));
  for (const from of wanted.values()) await keepDay(db, dayOf(from));
}
