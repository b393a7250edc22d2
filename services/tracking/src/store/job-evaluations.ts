/** Input of the evaluation: due jobs of all tenants, locked in batches, and their readings. */
import { type Kysely, sql } from 'kysely';
import { compareReadings } from '../domain/cold-chain/reading.ts';
import type { ObservedReading } from '../domain/telemetry/evaluate-readings.ts';
import type { TrackedJobRecord } from '../domain/tracked-job.ts';
import type { Tables } from './schema.ts';

interface Due {
  until: Date;
  strideMs: number;
  max: number;
  /** Backoff set: job ids to skip. */
  backoff: readonly string[];
}

/** Jobs with readings to evaluate before `until`, the longest waiting first. */
export const lockJobsToEvaluate = (
  db: Kysely<Tables>,
  { until, strideMs, max, backoff }: Due,
): Promise<TrackedJobRecord[]> =>
  db
    .selectFrom('tracked_job')
    .selectAll()
    .where('evaluated_until', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('evaluated_until', '<=', new Date(until.getTime() - strideMs)),
        eb('trace_ended_at', '<=', until),
      ]),
    )
    .where(sql<boolean>`job_id <> all(${backoff}::text[])`)
    .orderBy('evaluated_until')
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute();

/** Up to when the job that is furthest behind has been evaluated. */
export async function findEvaluatedUntil(db: Kysely<Tables>): Promise<Date | undefined> {
  const found = await db
    .selectFrom('tracked_job')
    .select('evaluated_until')
    .where('evaluated_until', 'is not', null)
    .orderBy('evaluated_until')
    .limit(1)
    .executeTakeFirst();
  return found?.evaluated_until ?? undefined;
}

export interface ReadingSpan {
  vehicleId: string;
  /** Others under which probes of its boxes report; positions of these are left out. */
  further: readonly string[];
  /** Exclusive. */
  after: Date;
  until: Date;
}

/** For each span its readings, in the order of time. Late readings are left out. */
export async function listObservedReadings(
  db: Kysely<Tables>,
  spans: readonly ReadingSpan[],
): Promise<ObservedReading[][]> {
  const times = spans.flatMap(({ after, until }) => [after.getTime(), until.getTime()]);
  // Constant bounds: the partitions outside of them are not even planned.
  const [first, last] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
  const read = spans.flatMap(({ vehicleId, further, ...span }, place) =>
    [vehicleId, ...further].map((id) => ({ ...span, id, place, isOwn: id === vehicleId })),
  );
  const { rows } = await sql<ObservedReading & { place: number }>`
    select s.place, f.device_id, r.seq::float8, r.at,
           case when s.is_own then r.speed_mh / 1000.0::float8 end as speed_kmh,
           r.temperature_mc / 1000.0::float8 as temperature_c,
           f.purged_until is not null as "isPhone",
           case when s.is_own and r.lat_e6 is not null
                 and not (r.bad_fix and f.purged_until is not null) then json_build_object(
             'lat', r.lat_e6 / 1e6::float8, 'lng', r.lng_e6 / 1e6::float8) end as position
      from unnest(${read.map(({ id }) => id)}::text[],
                  ${read.map(({ after }) => after)}::timestamptz[],
                  ${read.map(({ until }) => until)}::timestamptz[],
                  ${read.map(({ place }) => place)}::integer[],
                  ${read.map(({ isOwn }) => isOwn)}::boolean[])
           as s (vehicle_id, after, until, place, is_own)
      join vehicle v on v.id = s.vehicle_id
     cross join lateral vehicle_readings(v.no, ${first}, ${last}) r
      join feed f on f.no = r.feed_no
     where r.at > s.after and r.at <= s.until and not r.late`.execute(db);
  const bySpan = Map.groupBy(rows, ({ place }) => place);
  return spans.map((_, place) =>
    (bySpan.get(place) ?? []).map(({ place: _place, ...row }) => row).sort(compareReadings),
  );
}
