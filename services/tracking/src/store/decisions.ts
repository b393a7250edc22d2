/** What decisions at the watermark need; over all tenants, a locked batch at a time. */
import { type Kysely, sql } from 'kysely';
import type { FollowedJob } from '../domain/followed-job.ts';
import type { Observed } from '../domain/telemetry/decide.ts';
import { array, column } from './arrays.ts';
import type { Tables } from './schema.ts';

interface Due {
  until: Date;
  strideMs: number;
  max: number;
  /** Jobs that are not looked at. */
  aside: readonly string[];
}

/** Jobs with something to decide before `until`, the longest waiting first. */
export const lockUndecided = (
  db: Kysely<Tables>,
  { until, strideMs, max, aside }: Due,
): Promise<FollowedJob[]> =>
  db
    .selectFrom('followed_job')
    .selectAll()
    .where('decided_until', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('decided_until', '<=', new Date(until.getTime() - strideMs)),
        eb('trace_ended_at', '<=', until),
      ]),
    )
    .where(sql<boolean>`job_id <> all(${array('text', aside)})`)
    .orderBy('decided_until')
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute();

export interface Span {
  vehicleId: string;
  /** Exclusive. */
  after: Date;
  until: Date;
}

/** For each span its readings, in the order of time. Those that came late are not decided upon. */
export async function listObserved(
  db: Kysely<Tables>,
  spans: readonly Span[],
): Promise<Observed[][]> {
  const { rows } = await sql<Row>`
    select s.place::int, f.device_id, r.seq, r.at, r.lat_e6, r.lng_e6, r.speed_kmh, r.temperature_mc
      from unnest(${column('text', spans, ({ vehicleId }) => vehicleId)},
                  ${column('timestamptz', spans, ({ after }) => after)},
                  ${column('timestamptz', spans, ({ until }) => until)})
           with ordinality as s (vehicle_id, after, until, place)
      join vehicle v on v.id = s.vehicle_id
      cross join lateral (
        select * from reading
         where vehicle_no = v.no and at > s.after and at <= s.until and not late) r
      join feed f on f.no = r.feed_no
     order by r.at, f.device_id, r.seq`.execute(db);
  const bySpan = Map.groupBy(rows, ({ place }) => place - 1);
  return spans.map((_, place) => (bySpan.get(place) ?? []).map(toObserved));
}

interface Row {
  place: number;
  device_id: string;
  seq: string;
  at: Date;
  lat_e6: number | null;
  lng_e6: number | null;
  speed_kmh: number | null;
  temperature_mc: number | null;
}

const toObserved = ({ device_id, seq, at, lat_e6, lng_e6, ...row }: Row): Observed => ({
  device_id,
  seq: Number(seq),
  at,
  position: lat_e6 === null || lng_e6 === null ? null : { lat: lat_e6 / 1e6, lng: lng_e6 / 1e6 },
  speed_kmh: row.speed_kmh,
  temperature_c: row.temperature_mc === null ? null : row.temperature_mc / 1_000,
});
