/** Ledger of "exactly once": rows of the database against the answers that clients got. */
import { until } from '@svc/devnet';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { isReplay } from './http.ts';
import { jobIdOf, type Outcome } from './load.ts';
import type { FaultStack } from './stack.ts';

/** Longer than relay and bus wait before they look again for what is missing, 30 s each. */
const arrivalMs = 90_000;

async function column(db: Pool, sql: string, label: string): Promise<string[]> {
  const { rows } = await db.query<{ value: string }>(sql, [label]);
  return rows.map(({ value }) => value);
}

/** Jobs, receipts and events of the bookings with this reference, one row each. */
export const jobIds = (db: Pool, label: string) =>
  column(db, 'select id as value from jobs.job where reference = $1 order by id', label);

const receipts = (db: Pool, label: string) =>
  column(
    db,
    `select outcome::json #>> '{ok,id}' as value from jobs.receipt
      where outcome::json #>> '{ok,reference}' = $1 order by 1`,
    label,
  );

export const emitted = (db: Pool, label: string) =>
  column(
    db,
    `select event_id as value from jobs.outbox
      where job_id in (select id from jobs.job where reference = $1) order by 1`,
    label,
  );

export const seen = (db: Pool, label: string) =>
  column(
    db,
    `select event_id as value from observer.seen
      where job_id in (select id from jobs.job where reference = $1) order by 1`,
    label,
  );

/** Every job with this reference has one receipt and one event, which takes effect once. */
export async function expectOneOfEach(db: Pool, label: string, count: number): Promise<void> {
  const ids = await jobIds(db, label);
  expect(ids).toHaveLength(count);
  expect(await receipts(db, label)).toEqual(ids);
  const events = await emitted(db, label);
  expect(events).toHaveLength(count);
  await expectSeenOnce(db, label);
}

/** Resolves when everything that jobs emitted is in its stream. */
export const relayed = (db: Pool) =>
  until(
    async () =>
      (await db.query('select 1 from jobs.outbox where published_at is null')).rowCount === 0,
    { timeoutMs: 60_000, what: 'the outbox of jobs to drain' },
  );

/** Every event of these jobs arrives at the observer, and none counts twice. */
export async function expectSeenOnce(db: Pool, label: string): Promise<void> {
  const events = await emitted(db, label);
  await until(async () => new Set(await seen(db, label)).size >= events.length, {
    timeoutMs: arrivalMs,
    everyMs: 100,
    what: `${events.length} events of ${label} to be seen`,
  });
  expect(await seen(db, label)).toEqual(events);
}

/** A booking that was answered 201 exists once; a retry with the same key books nothing. */
export async function expectExactlyOnce(stack: FaultStack, outcome: Outcome): Promise<void> {
  const { label, booked } = outcome;
  const bookedIds = [...booked.values()].map(jobIdOf).sort();
  expect(await jobIds(stack.db, label)).toEqual(bookedIds);
  const keys = booked.entries();
  const repeat = async () => {
    // One iterator for all: each takes the next key that nobody has taken.
    for (const [key, first] of keys) {
      const again = await stack.book(key, { body: { reference: label } });
      expect([isReplay(again), again.body]).toEqual([true, first.body]);
    }
  };
  await Promise.all(Array.from({ length: 8 }, repeat));
  await expectOneOfEach(stack.db, label, booked.size);
}
