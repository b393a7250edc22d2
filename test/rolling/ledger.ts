/** Ledger of "exactly once": databases and the subscriber against the answers that clients got. */
import { until } from '@svc/devnet';
import { expect } from 'vitest';
import type { LoadResult } from './load.ts';
import { schemasOf, type WatchedStage } from './watched-stage.ts';

/** Longer than the bus waits before it hands over again what a killed consumer had not answered for. */
const arrivalMs = 60_000;

/** Every booked job is there once, in each service that keeps it, and its subscriber was told of it. */
export async function expectOnce(
  stage: WatchedStage,
  label: string,
  booked: readonly string[],
): Promise<void> {
  const ids = booked.toSorted();
  const list = async (sql: string, value: unknown): Promise<string[]> => {
    const { rows } = await stage.owner.query<{ id: string }>(sql, [value]);
    return rows.map(({ id }) => id).toSorted();
  };
  const kept = [
    `select job_id as id from jobs.outbox where type = 'job.created' and job_id = any($1)`,
    'select job_id as id from custody.custody_event where job_id = any($1)',
    `select job_id as id from webhooks.event where type = 'job.created' and job_id = any($1)`,
  ];
  for (const sql of kept) {
    const isThere = async () => (await list(sql, ids)).length >= ids.length;
    await until(isThere, { timeoutMs: arrivalMs, everyMs: 500, what: sql });
  }
  await stage.settled();
  expect(await list('select id from jobs.job where reference = $1', label)).toEqual(ids);
  for (const sql of kept) expect(await list(sql, ids), sql).toEqual(ids);
  const wanted = new Set(ids);
  const told = stage.receiver.deliveries.filter(
    ({ type, jobId }) => type === 'job.created' && wanted.has(jobId),
  );
  const events = new Map(told.map(({ eventId, jobId }) => [eventId, jobId]));
  expect([...events.values()].toSorted()).toEqual(ids);
  await expectNoDeadLetter(stage);
}

/** No event id came to the subscriber a second time. */
export function expectNoRepeat(stage: WatchedStage, since: number): void {
  const ids = stage.receiver.deliveries.slice(since).map(({ eventId }) => eventId);
  expect(ids.length - new Set(ids).size).toBe(0);
}

/** Events of these jobs are numbered without a gap, in the order in which `jobs` emitted them. */
export async function expectInOrder(
  { owner, receiver }: WatchedStage,
  jobs: readonly string[],
): Promise<void> {
  const wanted = new Set(jobs);
  const told = receiver.deliveries.filter(({ jobId }) => wanted.has(jobId));
  const byJob = Map.groupBy(told, ({ jobId }) => jobId);
  expect(byJob.size).toBe(wanted.size);
  for (const [id, events] of byJob) {
    const numbers = events.map(({ body }) => Number(JSON.parse(body).sequence));
    const expected = Array.from(events, (_, n) => n + 1);
    expect([id, numbers.toSorted((a, b) => a - b)]).toEqual([id, expected]);
  }
  const { rows } = await owner.query(
    `select job_id from (
       select o.job_id, e.sequence <= lag(e.sequence) over (
                partition by o.job_id order by o.sequence) as is_early
         from jobs.outbox o join webhooks.event e on e.id = o.event_id
        where o.job_id = any($1)) as event
      where is_early`,
    [jobs],
  );
  expect(rows).toEqual([]);
}

async function expectNoDeadLetter({ owner }: WatchedStage): Promise<void> {
  for (const schema of await schemasOf(owner)) {
    const { rowCount } = await owner.query(`select 1 from ${schema}.dead_letter`);
    expect([schema, rowCount]).toEqual([schema, 0]);
  }
}

/** Each delivered job, these among them, is one invoice line; sums, postings and entries agree. */
export async function expectLedgerAddsUp(
  { owner }: WatchedStage,
  known: readonly string[],
): Promise<void> {
  const idsOf = async (sql: string) =>
    (await owner.query<{ id: string }>(sql)).rows.map(({ id }) => id).toSorted();
  const delivered = await idsOf(`select id from jobs.job where status = 'delivered'`);
  expect(delivered).toEqual(expect.arrayContaining([...known]));
  const lines = `select job_id as id from billing.line where kind = 'delivery'`;
  await until(async () => (await idsOf(lines)).length >= delivered.length, {
    timeoutMs: arrivalMs,
    what: 'a line for each delivered job',
  });
  expect(await idsOf(lines)).toEqual(delivered);
  const { rows } = await owner.query(`
    select (select count(*) from (select from billing.ledger_entry group by posting_id
             having sum(amount_cents) <> 0) as p) as unbalanced,
           (select count(*) from billing.invoice i cross join lateral (
              select count(*) as n, coalesce(sum(amount_cents), 0) as amount,
                     coalesce(sum(vat_cents), 0) as vat
                from billing.line l
               where (l.tenant_id, l.invoice_id) = (i.tenant_id, i.id)) as l
             where (i.line_count, i.amount_cents, i.vat_cents) <> (l.n, l.amount, l.vat)) as wrong`);
  expect(rows).toEqual([{ unbalanced: '0', wrong: '0' }]);
}

export function report(what: string, result: LoadResult): void {
  const { sent, booked, failures, median, p99, longest } = result;
  const failed = Object.values(failures).reduce((sum, n) => sum + n, 0);
  process.stdout.write(
    `${what}: ${sent} requests, ${failed} failed ${failed > 0 ? JSON.stringify(failures) : ''}, ` +
      `${booked.length} booked, median ${median} ms, p99 ${p99} ms, longest ${longest} ms\n`,
  );
}
