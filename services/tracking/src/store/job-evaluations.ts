/** Input of the evaluation: due jobs of all tenants, locked in batches, and their readings. */
import { type Kysely, sql } from 'kysely';
import { compareReadings } from '../domain/cold-chain/reading.ts';
import type { ObservedReading } from '../domain/telemetry/evaluate-readings.ts';
import { sightingOf } from '../domain/telemetry/position-fix.ts';
import { decodeReadings, hourStart } from '../domain/telemetry/reading-chunks.ts';
import type { TrackedJobRecord } from '../domain/tracked-job.ts';
import { array, column } from './binary-arrays.ts';
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
    .where(sql<boolean>`job_id <> all(${array('text', backoff)})`)
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
  /** Exclusive. */
  after: Date;
  until: Date;
}

/** For each span its readings, in the order of time. Late readings are left out. */
export async function listObservedReadings(
  db: Kysely<Tables>,
  spans: readonly ReadingSpan[],
): Promise<ObservedReading[][]> {
  const { rows } = await sql<Row>`
    select s.place::int, f.device_id, r.readings
      from unnest(${column('text', spans, ({ vehicleId }) => vehicleId)},
                  ${column('timestamptz', spans, ({ after }) => after)},
                  ${column('timestamptz', spans, ({ until }) => until)},
                  ${column('timestamptz', spans, ({ after }) => hourStart(after))})
           with ordinality as s (vehicle_id, after, until, hour, place)
      join vehicle v on v.id = s.vehicle_id
      cross join lateral (
        select * from reading_chunk
         where vehicle_no = v.no and from_at >= s.hour and from_at <= s.until
           and to_at > s.after) r
      join feed f on f.no = r.feed_no`.execute(db);
  const bySpan = Map.groupBy(rows, ({ place }) => place - 1);
  return spans.map((span, place) =>
    (bySpan.get(place) ?? []).flatMap((row) => observedIn(row, span)).sort(compareReadings),
  );
}

interface Row {
  place: number;
  device_id: string;
  readings: Buffer;
}

const observedIn = (
  { device_id, readings }: Row,
  { after, until }: ReadingSpan,
): ObservedReading[] =>
  decodeReadings(readings)
    .filter(({ atMs, late }) => !late && atMs > after.getTime() && atMs <= until.getTime())
    .map((reading) => ({
      device_id,
      seq: reading.seq,
      at: new Date(reading.atMs),
      position: reading.bad_fix ? null : (sightingOf(reading)?.position ?? null),
      speed_kmh: reading.speed_kmh,
      temperature_c: reading.temperature_mc === null ? null : reading.temperature_mc / 1_000,
    }));
