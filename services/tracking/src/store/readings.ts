import { type Kysely, sql } from 'kysely';
import type { Reading, Window } from '../domain/cold-chain/reading.ts';
import type { Advance, Fed } from '../domain/telemetry/feed.ts';
import { column } from './arrays.ts';
import type { Tables } from './schema.ts';

const columnsOf = (fed: readonly Fed[]) =>
  sql.join([
    column('timestamptz', fed, ({ at }) => at),
    column('int8', fed, ({ seq }) => seq),
    column('int4', fed, ({ feed }) => feed.no),
    column('int4', fed, ({ feed }) => feed.vehicle_no),
    column('int4', fed, ({ temperature_mc }) => temperature_mc),
    column('int4', fed, ({ lat_e6 }) => lat_e6),
    column('int4', fed, ({ lng_e6 }) => lng_e6),
    column('float4', fed, ({ speed_kmh }) => speed_kmh),
    column('date', fed, ({ calibrated_until }) => calibrated_until),
    column('bool', fed, ({ late }) => late),
  ]);

/**
 * Takes feeds forward, in the order of their numbers, and locks them until the batch is committed:
 * another batch may have been first. Readings with higher numbers than their feeds had reached are
 * new, and inserted; answers how many. One statement, which answers no rows.
 */
export async function insertNewer(
  db: Kysely<Tables>,
  fed: readonly Fed[],
  advances: readonly Advance[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    with advanced as (
      update feed f
         set max_seq_before = f.max_seq, max_seq = greatest(f.max_seq, u.max_seq),
             seen_at = case when u.seen_at > coalesce(f.seen_at, '-infinity') then u.seen_at else f.seen_at end,
             lat_e6 = case when u.seen_at > coalesce(f.seen_at, '-infinity') then u.lat_e6 else f.lat_e6 end,
             lng_e6 = case when u.seen_at > coalesce(f.seen_at, '-infinity') then u.lng_e6 else f.lng_e6 end
        from unnest(${column('int4', advances, ({ no }) => no)},
                    ${column('int8', advances, ({ max_seq }) => max_seq)},
                    ${column('timestamptz', advances, ({ newest }) => newest?.at ?? null)},
                    ${column('int4', advances, ({ newest }) => newest?.lat_e6 ?? null)},
                    ${column('int4', advances, ({ newest }) => newest?.lng_e6 ?? null)})
               as u (no, max_seq, seen_at, lat_e6, lng_e6)
       where f.no = u.no
      returning f.no, f.max_seq_before
    )
    insert into reading
    select r.* from unnest(${columnsOf(fed)}) as r (at, seq, feed_no)
      join advanced a on a.no = r.feed_no and a.max_seq_before < r.seq`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Answers those whose numbers were not there on their days; the index of a day tells. */
export async function insertUnlessKnown(db: Kysely<Tables>, fed: readonly Fed[]): Promise<Fed[]> {
  const { rows } = await sql<{ feed_no: number; seq: string }>`
    insert into reading select * from unnest(${columnsOf(fed)})
    on conflict do nothing returning feed_no, seq`.execute(db);
  const inserted = new Set(rows.map(({ feed_no, seq }) => `${feed_no} ${seq}`));
  return fed.filter(({ feed, seq }) => inserted.has(`${feed.no} ${seq}`));
}

/**
 * Takes back readings whose numbers are there on other days: a number that comes again with another
 * time is a duplicate too. Answers those that stay.
 */
export async function withoutTwins(db: Kysely<Tables>, fed: readonly Fed[]): Promise<Fed[]> {
  if (fed.length === 0) return [];
  const { rows } = await sql<{ feed_no: number; seq: string }>`
    with doubtful as (
      select * from unnest(${column('int4', fed, ({ feed }) => feed.no)},
                           ${column('int8', fed, ({ seq }) => seq)},
                           ${column('timestamptz', fed, ({ at }) => at)})
                 as d (feed_no, seq, at)
    ), twin as (
      select d.* from doubtful d
       where exists (select from reading r
                      where r.feed_no = d.feed_no and r.seq = d.seq and r.at <> d.at)
    )
    delete from reading r using twin t
     where r.feed_no = t.feed_no and r.seq = t.seq and r.at = t.at
    returning r.feed_no, r.seq`.execute(db);
  const twins = new Set(rows.map(({ feed_no, seq }) => `${feed_no} ${seq}`));
  return fed.filter(({ feed, seq }) => !twins.has(`${feed.no} ${seq}`));
}

/** Makes room for a day, `YYYY-MM-DD`; false when there was none yet. */
export async function keepDay(db: Kysely<Tables>, day: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select keep_reading_day(${day}::date) as known`.execute(db);
  return rows[0]?.known ?? false;
}

/** Drops the oldest day before this one; false when there is none. */
export async function dropDay(db: Kysely<Tables>, before: string): Promise<boolean> {
  const { rows } = await sql<{ dropped: boolean }>`
    select drop_reading_day(${before}::date) as dropped`.execute(db);
  return rows[0]?.dropped ?? false;
}

/** What the vehicle's probes told in a window, those that came late too, in the order of a trace. */
export async function listTrace(
  db: Kysely<Tables>,
  vehicleId: string,
  { from, to }: Window,
): Promise<Reading[]> {
  const { rows } = await sql<Omit<Reading, 'seq' | 'temperature_c'> & { seq: string; mc: number }>`
    select f.device_id, r.seq, r.at, r.temperature_mc as mc,
           to_char(r.calibrated_until, 'YYYY-MM-DD') as calibrated_until
      from vehicle v
      join reading r on r.vehicle_no = v.no and r.at between ${from} and ${to}
                    and r.temperature_mc is not null
      join feed f on f.no = r.feed_no
     where v.id = ${vehicleId}
     order by r.at, f.device_id, r.seq`.execute(db);
  return rows.map(({ seq, mc, ...reading }) => ({
    ...reading,
    seq: Number(seq),
    temperature_c: mc / 1_000,
  }));
}
