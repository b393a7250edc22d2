import { type Kysely, sql } from 'kysely';
import { type RateWindow, windowSeconds } from '../domain/rate-window.ts';
import type { Tables } from './schema.ts';

export interface Knock {
  caller: string;
  limit: number;
  now: Date;
  /** Seen then or before, the caller was idle for too long. */
  idleSince: Date;
}

/**
 * Counts and takes a place in one statement: the row's lock queues up all who knock for a caller.
 * A clock behind the last one seen for the caller counts as that one, so no hit is forgotten early.
 * A caller that was idle gets the tenant that was drawn for the row it would have inserted.
 */
export async function takePlace(db: Kysely<Tables>, knock: Knock): Promise<RateWindow> {
  const { caller, limit, now, idleSince } = knock;
  const { rows } = await sql<RateWindow>`
    insert into rate_window as w (caller, hits, admitted, seen_at)
    values (${caller}, array[${now}::timestamptz], true, ${now})
    on conflict (caller) do update
      set (tenant_id, left_tenant_id, hits, admitted, seen_at) = (
      select case when idle then excluded.tenant_id else w.tenant_id end,
             case when idle then w.tenant_id end,
             case when cardinality(recent) < ${limit} then recent || at else recent end,
             cardinality(recent) < ${limit},
             at
      from (select greatest(w.seen_at, excluded.seen_at) as at,
                   w.seen_at <= ${idleSince} as idle) as clock,
      lateral (select array(
        select hit from unnest(w.hits) as hit
        where hit > at - make_interval(secs => ${windowSeconds})
        order by hit
      ) as recent) as hits)
    returning tenant_id, left_tenant_id, hits, admitted`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an upsert returns its row');
  return row;
}

/** Forgets at most `max` idle callers, and answers their tenants; rows in use are left alone. */
export async function removeIdleCallers(
  db: Kysely<Tables>,
  { idleSince, max }: { idleSince: Date; max: number },
): Promise<string[]> {
  const idle = db
    .selectFrom('rate_window')
    .select('caller')
    .where(sql<boolean>`seen_hour <= ${idleSince}::timestamptz at time zone 'UTC'`)
    .where('seen_at', '<=', idleSince)
    .orderBy('seen_hour')
    .limit(max)
    .forUpdate()
    .skipLocked();
  const rows = await db
    .deleteFrom('rate_window')
    .where('caller', 'in', idle)
    .returning('tenant_id')
    .execute();
  return rows.map(({ tenant_id }) => tenant_id);
}
