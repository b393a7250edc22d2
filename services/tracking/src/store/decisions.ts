/** What decisions at the watermark need; over all tenants, a locked batch at a time. */
import { type Kysely, sql } from 'kysely';
import { byPlace } from '../domain/cold-chain/reading.ts';
import type { FollowedJob } from '../domain/followed-job.ts';
import type { Observed } from '../domain/telemetry/decide.ts';
import { unpack } from '../domain/telemetry/packed.ts';
import { hourStart } from '../domain/telemetry/runs.ts';
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
    select s.place::int, f.device_id, r.readings
      from unnest(${column('text', spans, ({ vehicleId }) => vehicleId)},
                  ${column('timestamptz', spans, ({ after }) => after)},
                  ${column('timestamptz', spans, ({ until }) => until)},
                  ${column('timestamptz', spans, ({ after }) => hourStart(after))})
           with ordinality as s (vehicle_id, after, until, hour, place)
      join vehicle v on v.id = s.vehicle_id
      cross join lateral (
        select * from reading_run
         where vehicle_no = v.no and from_at >= s.hour and from_at <= s.until
           and to_at > s.after) r
      join feed f on f.no = r.feed_no`.execute(db);
  const bySpan = Map.groupBy(rows, ({ place }) => place - 1);
  return spans.map((span, place) =>
    (bySpan.get(place) ?? []).flatMap((row) => observedIn(row, span)).sort(byPlace),
  );
}

interface Row {
  place: number;
  device_id: string;
  readings: Buffer;
}

const observedIn = ({ device_id, readings }: Row, { after, until }: Span): Observed[] =>
  unpack(readings)
    .filter(({ atMs, late }) => !late && atMs > after.getTime() && atMs <= until.getTime())
    .map(({ seq, atMs, lat_e6, lng_e6, speed_kmh, temperature_mc }) => ({
      device_id,
      seq,
      at: new Date(atMs),
      position:
        lat_e6 === null || lng_e6 === null ? null : { lat: lat_e6 / 1e6, lng: lng_e6 / 1e6 },
      speed_kmh,
      temperature_c: temperature_mc === null ? null : temperature_mc / 1_000,
    }));
