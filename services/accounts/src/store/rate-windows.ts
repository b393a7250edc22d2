import { type Kysely, sql } from 'kysely';
import { type RateWindow, windowSeconds } from '../domain/rate-window.ts';
import type { Tables } from './schema.ts';

export interface Knock {
  caller: string;
  limit: number;
  now: Date;
}

/**
 * Counts and takes a place in one statement: the row's lock queues up all who knock for a caller.
 * A clock behind the last one seen for the caller counts as that one, so no hit is forgotten early.
 */
export async function takePlace(db: Kysely<Tables>, knock: Knock): Promise<RateWindow> {
  const { caller, limit, now } = knock;
  const { rows } = await sql<RateWindow>`
    insert into rate_window as w (caller, hits, admitted, seen_at)
    values (${caller}, array[${now}::timestamptz], true, ${now})
    on conflict (caller) do update set (hits, admitted, seen_at) = (
      select case when cardinality(recent) < ${limit} then recent || at else recent end,
             cardinality(recent) < ${limit},
             at
      from (select greatest(w.seen_at, excluded.seen_at) as at) as clock,
      lateral (select array(
        select hit from unnest(w.hits) as hit
        where hit > at - make_interval(secs => ${windowSeconds})
        order by hit
      ) as recent) as hits)
    returning hits, admitted`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an upsert returns its row');
  return row;
}

/** Forgets at most `max` callers not seen since `before`; rows in use are left alone. */
export async function removeIdleWindows(
  db: Kysely<Tables>,
  { before, max }: { before: Date; max: number },
): Promise<void> {
  const idle = db
    .selectFrom('rate_window')
    .select('caller')
    .where('seen_at', '<', before)
    .limit(max)
    .forUpdate()
    .skipLocked();
  await db.deleteFrom('rate_window').where('caller', 'in', idle).execute();
}
