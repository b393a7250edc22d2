import { type Kysely, sql } from 'kysely';
import { type RateWindow, windowSeconds } from '../domain/rate-window.ts';
import type { Tables } from './schema.ts';

export interface RateLimitRequest {
  caller: string;
  limit: number;
  now: Date;
  /** A caller last seen at this time or before is idle. */
  idleSince: Date;
  /** Maximum number of callers; a new one beyond it is refused. */
  callersMax: number;
}

/**
 * Sliding-window rate limit in one upsert; the row lock serializes requests of a caller. Time is
 * monotonic per caller (never before `seen_at`), so that a clock set back expires no hit early; but
 * one that was set back by more than a window begins a new one, or the window would stand still. An
 * idle caller gets the new tenant id of the row proposed for insertion. Returns undefined, without
 * inserting, for a new caller beyond `callersMax`; existing callers skip that count.
 */
export async function recordHit(
  db: Kysely<Tables>,
  request: RateLimitRequest,
): Promise<RateWindow | undefined> {
  const { caller, limit, now, idleSince, callersMax } = request;
  const { rows } = await sql<RateWindow>`
    insert into rate_window as w (caller, hits, admitted, seen_at)
    select ${caller}, array[${now}::timestamptz], true, ${now}::timestamptz
     where exists (select from rate_window where caller = ${caller})
        or (select count(*) from rate_window) < ${callersMax}
    on conflict (caller) do update
      set (tenant_id, previous_tenant_id, hits, admitted, seen_at) = (
      select case when idle then excluded.tenant_id else w.tenant_id end,
             case when idle then w.tenant_id end,
             case when cardinality(recent) < ${limit} then recent || at else recent end,
             cardinality(recent) < ${limit},
             at
      from (select case when excluded.seen_at < w.seen_at - make_interval(secs => ${windowSeconds})
                        then excluded.seen_at
                        else greatest(w.seen_at, excluded.seen_at) end as at,
                   w.seen_at <= ${idleSince} as idle) as clock,
      lateral (select array(
        select hit from unnest(w.hits) as hit
        where hit > at - make_interval(secs => ${windowSeconds}) and hit <= at
        order by hit
      ) as recent) as hits)
    returning tenant_id, previous_tenant_id, hits, admitted, xmax = 0 as is_new`.execute(db);
  return rows[0];
}

/** Deletes at most `max` idle callers, skipping locked rows, and returns their tenants. */
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
