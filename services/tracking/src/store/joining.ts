/** Runs of an hour that is over are joined: many small ones take five times the room of a large one. */
import { type Kysely, sql } from 'kysely';
import { numbersOfRun } from '../domain/telemetry/runs.ts';
import type { Tables } from './schema.ts';

export interface Joined {
  hour: Date;
  /** Of the vehicles that are through. */
  vehicle_no: number;
}

export const lockJoined = (db: Kysely<Tables>): Promise<Joined> =>
  db.selectFrom('joining').selectAll().forUpdate().executeTakeFirstOrThrow();

export async function saveJoined(db: Kysely<Tables>, joined: Joined): Promise<void> {
  await db.updateTable('joining').set(joined).execute();
}

/** The last of the next vehicles; undefined when there are no more. */
export async function lastOfNext(
  db: Kysely<Tables>,
  { vehicle_no }: Joined,
  max: number,
): Promise<number | undefined> {
  const next = await db
    .selectFrom('vehicle')
    .select('no')
    .where('no', '>', vehicle_no)
    .orderBy('no')
    .limit(max)
    .execute();
  return next.at(-1)?.no;
}

/** Of the vehicles after this one up to another, with no reading lost or seen twice meanwhile. */
export async function joinRuns(
  db: Kysely<Tables>,
  { hour, vehicle_no }: Joined,
  last: number,
): Promise<void> {
  await sql`
    with small as (
      delete from reading_run
       where from_at >= ${hour} and from_at < ${hour}::timestamptz + interval '1 hour'
         and vehicle_no > ${vehicle_no} and vehicle_no <= ${last}
      returning *
    )
    insert into reading_run (feed_no, vehicle_no, from_at, to_at, from_seq, readings)
    select feed_no, vehicle_no, min(from_at), max(to_at), min(from_seq),
           string_agg(readings, '' order by from_at)
      from small
     group by feed_no, vehicle_no, from_seq / ${sql.lit(numbersOfRun)}`.execute(db);
}
