/**
 * Retention: what it costs to forget, by whole days and row by row. The kit's three tables through
 * simulated days, each with its writes, its purge and a vacuum, as autovacuum would run it.
 */
import { migrate } from '@svc/kit/database/migrate';
import { newId } from '@svc/kit/ids';
import { createLogger } from '@svc/kit/log';
import pg from 'pg';
import { cpuByPart } from '../cpu.ts';
import { print, ratio } from '../print.ts';
import { counted } from '../size.ts';
import type { BenchStack } from '../stack.ts';

const days = counted('SVC_BENCH_DAYS', { small: 20, usual: 200 });
const perDay = counted('SVC_BENCH_EVENTS', { small: 300, usual: 5_000 });
const dayMs = 24 * 60 * 60 * 1000;

interface DatedTable {
  table: string;
  keptDays: number;
  column: string;
}

/** Tables of a service, how long their rows live, and the column that tells when they began to. */
const tables: readonly DatedTable[] = [
  { table: 'outbox', keptDays: 7, column: 'published_at' },
  { table: 'inbox', keptDays: 14, column: 'received_at' },
  { table: 'receipt', keptDays: 2, column: 'created_at' },
];

type Purge = (client: pg.PoolClient, entry: DatedTable, now: Date) => Promise<void>;

export async function benchRetention(stack: BenchStack): Promise<void> {
  const url = stack.settings.postgresUrl;
  const login = { secret: stack.settings.secret };
  const log = createLogger({ name: 'retention', level: 'warn' });
  await migrate({ url, service: 'retention', migrations: [], login, log });
  await stack.owner.query('create schema floor');
  for (const { table } of tables) {
    await stack.owner.query(`
      set search_path = retention;
      create table floor.${table} (like ${table}_other including all);
      reset search_path`);
  }
  const byDay = await live(stack, 'retention', purgeByDay);
  const byRow = await live(stack, 'floor', purgeByRow);
  const line = (what: keyof typeof byDay, unit: string): [string, string] => [
    what,
    `${byDay[what].toFixed(2)} ${unit} by day, ${byRow[what].toFixed(2)} row by row (${ratio(byDay[what], byRow[what])})`,
  ];
  print(`retention: ${days} days of ${perDay} events, receipts and inbox rows`, [
    line('cpu', 'ms a day'),
    line('wal', 'KiB of WAL a day'),
    line('room', 'times a fresh copy'),
  ]);
  // A partition has entries in the catalog: with few rows these cost more.
  if (perDay > 2_000 && byDay.wal > byRow.wal) throw new Error('days cost more than rows');
}

/** Purge and vacuum of a day on average, once the first rows are purged; room at the end. */
async function live({ settings, parts }: BenchStack, schema: string, purge: Purge) {
  const pool = new pg.Pool({ connectionString: settings.postgresUrl, max: 1 });
  const client = await pool.connect();
  const cost = { cpu: 0, wal: 0 };
  const first = Math.floor(Date.now() / dayMs) * dayMs;
  await client.query(`set search_path = ${schema}`);
  for (let day = 1; day <= days; day += 1) {
    const now = new Date(first + day * dayMs);
    await writeDay(client, now);
    const [cpu, wal] = [cpuByPart(parts).postgres ?? 0, await walBytes(client)];
    for (const entry of tables) await purge(client, entry, now);
    await client.query(`vacuum ${tables.map(({ table }) => table).join()}`);
    cost.cpu += ((cpuByPart(parts).postgres ?? 0) - cpu) / days;
    cost.wal += ((await walBytes(client)) - wal) / 1_024 / days;
  }
  const room = await roomOf(client);
  client.release();
  await pool.end();
  return { ...cost, room };
}

const walBytes = async (client: pg.PoolClient): Promise<number> => {
  const { rows } = await client.query<{ bytes: string }>(
    `select pg_current_wal_insert_lsn() - '0/0' as bytes`,
  );
  return Number(rows[0]?.bytes);
};

/** A day's rows, spread over it. */
async function writeDay(client: pg.PoolClient, day: Date): Promise<void> {
  const times = Array.from(
    { length: perDay },
    (_, n) => new Date(day.getTime() + (n / perDay) * dayMs),
  );
  const ids = times.map((at) => newId('evt_', at));
  const filler = JSON.stringify({ text: 'x'.repeat(300) });
  await client.query(
    `insert into outbox (event_id, tenant_id, job_id, sequence, type, data, internals, created_at)
     select id, 'ten_' || n % 10, 'job_' || n / 10, n % 10, 'job.updated', $3, '{}', at
       from unnest($1::text[], $2::timestamptz[]) with ordinality e(id, at, n)`,
    [ids, times, filler],
  );
  await client.query(
    `update outbox set published_at = created_at, stream_seq = id where published_at is null`,
  );
  await client.query(
    `insert into inbox select 'consumer', id, at from unnest($1::text[], $2::timestamptz[]) e(id, at)`,
    [ids, times],
  );
  await client.query(
    `insert into receipt select 'ten_1', id, 'fingerprint', $3, false, at
       from unnest($1::text[], $2::timestamptz[]) e(id, at)`,
    [ids, times, filler],
  );
}

/** As `purgeDaily` of the kit. */
const purgeByDay: Purge = async (client, { table, keptDays, column }, now) => {
  const before = new Date(now.getTime() - keptDays * dayMs);
  await client.query(`select open_days($1, $2::date + 1, $2::date + 3)`, [table, now]);
  await client.query('select drop_day($1, $2)', [table, before]);
  await purgeByRow(client, { table: `${table}_other`, keptDays, column }, now);
};

const purgeByRow: Purge = async (client, { table, keptDays, column }, now) => {
  const before = new Date(now.getTime() - keptDays * dayMs);
  for (let more = true; more; ) more = await deleteRows(client, { table, column, before });
};

const batch = 1_000;

/** As the service deletes rows; true if there may be more. */
async function deleteRows(
  client: pg.PoolClient,
  { table, column, before }: { table: string; column: string; before: Date },
): Promise<boolean> {
  const place = column === 'published_at' ? 'order by id' : `and ${column} < $1`;
  const { rowCount } = await client.query(
    `delete from ${table} where ${column} < $1 and ctid = any (array(
       select ctid from ${table} where true ${place} limit ${batch}))`,
    [before],
  );
  return rowCount === batch;
}

/** What the tables take on disk, as a multiple of what their rows take in a new table. */
async function roomOf(client: pg.PoolClient): Promise<number> {
  let [room, fresh] = [0, 0];
  for (const { table } of tables) {
    await client.query(`
      create temp table copied (like floor.${table} including all);
      insert into copied select * from ${table}`);
    const { rows } = await client.query<{ room: string; fresh: string }>(
      `select pg_total_relation_size('copied') as fresh,
              coalesce((select sum(pg_total_relation_size(relid))
                          from pg_partition_tree('${table}')),
                       pg_total_relation_size('${table}')) as room`,
    );
    room += Number(rows[0]?.room);
    fresh += Number(rows[0]?.fresh);
    await client.query('drop table copied');
  }
  return room / fresh;
}
