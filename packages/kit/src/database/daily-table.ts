/**
 * Daily table: one of which each day (UTC) is a partition, dropped as a whole when it is over. Rows
 * that are deleted one by one cost a log record each, and leave a file with holes.
 *
 * Partitions of a table `x`
 * - **x_20261130**: a day. Created three days ahead; the schedule that purges the table does it.
 * - **x_before**: what was there when the table was divided, and the first 30 days after that.
 * - **x_other**: rows without a day of their own, such as those of the first hours of a new database.
 *
 * Guarantees
 * - No row is lost or refused for want of a partition: it goes to `x_other`.
 * - A row with an id belongs to the day of the id's ULID, whenever it comes: a unique index of each
 *   partition, which has the id, holds over all days.
 * - A day of which a row is kept stays whole.
 *
 * Not guaranteed
 * - A partition on time: where others hold the table for longer than 200 ms, the next run tries.
 *
 * An index that a migration adds goes to `x_other`: days that begin later have it.
 */
import { type Kysely, sql } from 'kysely';

const dayMs = 24 * 60 * 60 * 1000;
const daysAhead = 3;
/** While the lock is waited for, who comes after it waits as well. */
const lockTimeout = '200ms';
/** Rows of a day are looked at one by one: outlasts the pool's limit at tens of millions. */
const lookTimeout = '5min';

export interface DailyPurge {
  table: string;
  now: Date;
  /** Rows from before it are no longer needed. */
  before: Date;
}

/**
 * Opens the next days, drops one that is over, and lets `purge` delete a batch of rows of each
 * partition that is no day; it returns whether there may be more. One transaction.
 */
export async function purgeDaily<T>(
  db: Kysely<T>,
  { table, now, before }: DailyPurge,
  purge: (partition: string) => Promise<boolean>,
): Promise<'again' | undefined> {
  await sql`select set_config('lock_timeout', ${lockTimeout}, true),
                   set_config('statement_timeout', ${lookTimeout}, true)`.execute(db);
  const [first, last] = [1, daysAhead].map((days) => new Date(now.getTime() + days * dayMs));
  await sql`select open_days(${table}, (${first}::timestamptz at time zone 'UTC')::date,
                             (${last}::timestamptz at time zone 'UTC')::date)`.execute(db);
  const { rows } = await sql<{ dropped: boolean }>`
    select drop_day(${table}, ${before}) as dropped`.execute(db);
  const more = [rows[0]?.dropped];
  for (const partition of await undividedPartitions(db, table)) more.push(await purge(partition));
  return more.includes(true) ? 'again' : undefined;
}

async function undividedPartitions<T>(db: Kysely<T>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on oid = inhrelid
     where inhparent = ${table}::regclass
       and relname in (${`${table}_before`}, ${`${table}_other`})`.execute(db);
  return rows.map(({ name }) => name);
}

/** The tables themselves, or the partitions of those that are daily. */
export async function partitionsOf<T>(db: Kysely<T>, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(relname, name) as name
      from unnest(${tables}::text[]) with ordinality as t(name, place)
      left join pg_inherits on inhparent = name::regclass
      left join pg_class on oid = inhrelid
     order by place, relname`.execute(db);
  return rows.map(({ name }) => name);
}
