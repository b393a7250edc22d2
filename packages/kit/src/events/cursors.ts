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
import { utcDate } from './outbox.ts';

/** Key of a consumer's cursors: `<service>-<producer>`, and the producer of its events. */
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
  /** As the row stands in this transaction. */
  stored: CursorState;
}

type CursorRow = CursorState & JobKey;
type JobKey = Pick<Envelope, 'tenant_id' | 'job_id'>;
export const jobKeyOf = ({ tenant_id, job_id }: JobKey): string => `${tenant_id} ${job_id}`;

/** 0 for events that were emitted before series existed. */
export const seriesOf = ({ series = 0 }: Envelope): number => series;

/** By job, then in the order of its events: the order of locks in every transaction. */
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

export function takeRuns({ name, producer }: ConsumerName, runs: readonly Run[], now: Date) {
  return {
    name: 'kit-cursor-take',
    // A number above 1 needs a cursor; at 1 there is none yet, also not one of an older version,
    // whose tenant is empty.
    text: `with run as (
             select * from unnest($3::text[], $4::text[], $5::int[], $6::int[], $7::int[])
               as run(tenant, job, series, first, after)
           )
           insert into job_cursor as known
             (consumer, producer, tenant_id, job_id, series, next, used_on)
           select $1, $2, tenant, job, series, after, $8::date from run
            where (first = 1) <> exists (
              select from job_cursor
               where tenant_id = case first when 1 then '' else tenant end
                 and job_id = job and consumer = $1 and producer = $2)
            order by tenant, job
           on conflict (tenant_id, job_id, consumer, producer) do update
             set next = excluded.next, used_on = excluded.used_on
             where known.series = excluded.series and known.next = (
               select first from run where tenant = known.tenant_id and job = known.job_id)
           returning tenant_id, job_id, parked`,
    values: [
      ...[name, producer, ...jobColumns(runs), runs.map(({ series }) => series)],
      ...[runs.map(({ first }) => first), runs.map(({ after }) => after), utcDate(now)],
    ],
  };
}

/** The cursors of all runs: those that were taken, the others read, and locked, as they are. */
export async function openCursors(
  client: PoolClient,
  consumer: ConsumerName,
  { runs, taken, now }: { runs: readonly Run[]; taken: readonly CursorRow[]; now: Date },
): Promise<Map<string, Cursor>> {
  const cursors = new Map<string, Cursor>();
  const parked = new Map(taken.map((row) => [jobKeyOf(row), row.parked]));
  for (const { first, after, ...run } of runs) {
    const mayHaveParked = parked.get(jobKeyOf(run));
    if (mayHaveParked === undefined) continue;
    const stored = { series: run.series, next: after, parked: mayHaveParked };
    cursors.set(jobKeyOf(run), { ...run, ...stored, next: first, hasAdvanced: false, stored });
  }
  const others = runs.filter((run) => !parked.has(jobKeyOf(run)));
  if (others.length === 0) return cursors;
  const { rows } = await client.query<CursorRow>(lockCursors(consumer, others, now));
  for (const row of rows) {
    const { series, next, parked } = row;
    cursors.set(jobKeyOf(row), { ...row, hasAdvanced: false, stored: { series, next, parked } });
  }
  return cursors;
}

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
