/**
 * Cursors: for each job the number that a consumer handles next.
 *
 * One statement, sent with BEGIN, locks the cursors of a batch and moves each past the events of its
 * job, provided that they are next: so it is when nothing goes wrong, and a handled event costs one
 * write. A cursor that stands elsewhere is read as it is, and written with COMMIT if it has moved.
 */
import type { Envelope } from '@svc/contracts';
import type { PoolClient } from 'pg';
import type { SqlStatement } from '../database/transaction.ts';
import { utcDate } from '../effects/outbox.ts';

/** The owner of cursors, `<service>-<producer>`, and the producer of the events. */
interface ConsumerName {
  name: string;
  producer: string;
}

interface CursorState {
  series: number;
  /** Sequence number of the event that is handled next. */
  next: number;
  /** Events of the job may be parked. */
  parked: boolean;
}

export interface Cursor extends CursorState {
  tenant_id: string;
  job_id: string;
  hasAdvanced: boolean;
  /** State of the row in this transaction. */
  stored: CursorState;
}

type CursorRow = CursorState & JobKey;
type JobKey = Pick<Envelope, 'tenant_id' | 'job_id'>;
export const jobKeyOf = ({ tenant_id, job_id }: JobKey): string => `${tenant_id} ${job_id}`;

/** 0 for events that were emitted before series existed. */
export const seriesOf = ({ series = 0 }: Envelope): number => series;

/** Sorts by job, then in the order of its events: the order of locks in every transaction. */
export const byJob = (a: Envelope, b: Envelope): number => {
  const [one, other] = [jobKeyOf(a), jobKeyOf(b)];
  if (one !== other) return one < other ? -1 : 1;
  return seriesOf(a) - seriesOf(b) || a.sequence - b.sequence;
};

/** Consecutive events of a job, from the earliest in the batch on. */
interface Run extends JobKey {
  series: number;
  first: number;
  /** The number after the last one. */
  after: number;
}

export function runsOf(envelopes: readonly Envelope[]): Run[] {
  const runs = new Map<string, Run>();
  for (const envelope of envelopes.toSorted(byJob)) {
    const { tenant_id, job_id, sequence: first } = envelope;
    const series = seriesOf(envelope);
    const run = runs.get(jobKeyOf(envelope));
    if (!run) runs.set(jobKeyOf(envelope), { tenant_id, job_id, series, first, after: first + 1 });
    else if (run.series === series && run.after === first) run.after += 1;
  }
  return [...runs.values()];
}

/**
 * Takes the runs that are next of their job. All cursors are locked in this one statement and in
 * one order, also those that stand elsewhere or are new: two replicas that took some and waited for
 * others afterwards would deadlock.
 */
export function takeRuns({ name, producer }: ConsumerName, runs: readonly Run[], now: Date) {
  return {
    name: 'kit-cursor-take',
    // A job with a cursor of an older version, whose tenant is empty, is left to `lockCursors`. It is
    // probed for by row: `offset 0` forbids a join, which would read all cursors.
    text: `with run as (
             select * from unnest($3::text[], $4::text[], $5::int[], $6::int[], $7::int[])
               as run(tenant, job, series, first, after)
           )
           insert into job_cursor as known
             (consumer, producer, tenant_id, job_id, series, next, used_on)
           select $1, $2, tenant, job, case first when 1 then series else 0 end,
                  case first when 1 then after else 1 end, $8::date
             from run
            where not exists (
              select from job_cursor
               where tenant_id = '' and job_id = job and consumer = $1 and producer = $2 offset 0)
            order by tenant, job
           on conflict (tenant_id, job_id, consumer, producer) do update
             set next = (select after from run
                          where tenant = known.tenant_id and job = known.job_id),
                 used_on = excluded.used_on
             where (known.series, known.next) = (
               select series, first from run where tenant = known.tenant_id and job = known.job_id)
           returning tenant_id, job_id, series, next, parked`,
    values: [
      ...[name, producer, ...jobColumns(runs), runs.map(({ series }) => series)],
      ...[runs.map(({ first }) => first), runs.map(({ after }) => after), utcDate(now)],
    ],
  };
}

/**
 * The cursors of all runs. `taken` are those that were moved past their run, and new ones before
 * it; the others are read as they are.
 */
export async function openCursors(
  client: PoolClient,
  consumer: ConsumerName,
  { runs, taken, now }: { runs: readonly Run[]; taken: readonly CursorRow[]; now: Date },
): Promise<Map<string, Cursor>> {
  const known = new Map(taken.map((row) => [jobKeyOf(row), row]));
  const others = runs.filter((run) => !known.has(jobKeyOf(run)));
  const read =
    others.length > 0
      ? (await client.query<CursorRow>(lockCursors(consumer, others, now))).rows
      : [];
  const cursors = new Map(read.map((row) => [jobKeyOf(row), cursorOf(row)]));
  for (const run of runs) {
    const row = known.get(jobKeyOf(run));
    if (!row) continue;
    const isTaken = row.series === run.series && row.next === run.after;
    cursors.set(jobKeyOf(run), { ...cursorOf(row), next: isTaken ? run.first : row.next });
  }
  return cursors;
}

const cursorOf = ({ series, next, parked, ...job }: CursorRow): Cursor => ({
  ...job,
  ...{ series, next, parked },
  hasAdvanced: false,
  stored: { series, next, parked },
});

const lockCursors = (
  { name, producer }: ConsumerName,
  runs: readonly Run[],
  now: Date,
): SqlStatement => ({
  name: 'kit-cursor-lock',
  // Cursors of older versions have an empty tenant: a job continues from the number found there.
  text: `insert into job_cursor (consumer, producer, tenant_id, job_id, next, used_on)
         select $1, $2, tenant, job, coalesce(
           (select next from job_cursor
             where tenant_id = '' and job_id = job and consumer = $1 and producer = $2), 1),
           $5::date
           from unnest($3::text[], $4::text[]) as event(tenant, job) order by tenant, job
         on conflict (tenant_id, job_id, consumer, producer) do update set next = job_cursor.next
         returning tenant_id, job_id, series, next, parked`,
  values: [name, producer, ...jobColumns(runs), utcDate(now)],
});

/** Writes the cursors that stand elsewhere than their row. */
export function saveCursors(
  { name, producer }: ConsumerName,
  cursors: Iterable<Cursor>,
  now: Date,
): SqlStatement[] {
  const moved = [...cursors].filter(hasMoved);
  if (moved.length === 0) return [];
  const statement: SqlStatement = {
    name: 'kit-cursor-save',
    // Upsert of rows that exist: an UPDATE joined with arrays may be planned as a full scan.
    text: `insert into job_cursor (consumer, producer, tenant_id, job_id, series, next, used_on, parked)
           select $1, $2, t, j, s, n, $7::date, p
             from unnest($3::text[], $4::text[], $5::int[], $6::int[], $8::boolean[])
               as cursor(t, j, s, n, p)
           on conflict (tenant_id, job_id, consumer, producer) do update
             set series = excluded.series, next = excluded.next, used_on = excluded.used_on,
                 parked = excluded.parked`,
    values: [
      ...[name, producer, ...cursorColumns(moved), utcDate(now)],
      moved.map(({ parked }) => parked),
    ],
  };
  return [statement];
}

const hasMoved = ({ series, next, parked, stored }: Cursor): boolean =>
  series !== stored.series || next !== stored.next || parked !== stored.parked;

const jobColumns = (jobs: readonly JobKey[]): [string[], string[]] => [
  jobs.map(({ tenant_id }) => tenant_id),
  jobs.map(({ job_id }) => job_id),
];

/** Tenants, jobs, series and next numbers, as four arrays for `unnest`. */
export const cursorColumns = (
  cursors: readonly Cursor[],
): [string[], string[], number[], number[]] => [
  ...jobColumns(cursors),
  cursors.map(({ series }) => series),
  cursors.map(({ next }) => next),
];
