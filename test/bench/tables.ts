/**
 * The tables that every event passes, after so many events that all purges have had their turn: 200
 * days, a job's ten events spread over its day, written by the statements' own shapes, autovacuum as
 * the tables have it. What each keeps, and how much more room it takes than a fresh copy.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDatabase, startPostgres } from '@svc/devnet';
import { migrate } from '@svc/kit/database/migrate';
import { createLogger } from '@svc/kit/log';
import { migrationsIn } from '@svc/kit/service';
import type pg from 'pg';
import { withStack } from './cleanup.ts';
import { ownerPool } from './database.ts';
import { print } from './print.ts';
import { counted } from './size.ts';

const webhooksSource = fileURLToPath(new URL('../../services/webhooks/src', import.meta.url));
const events = counted('SVC_BENCH_EVENTS', { small: 200_000, usual: 5_000_000 });
const days = 200;
const perJob = 10;
const jobsPerDay = Math.ceil(events / days / perJob);
const dayMs = 24 * 3_600_000;
const firstDay = Date.UTC(2026, 0, 1);

const tables = [
  ...['outbox', 'receipt', 'inbox', 'job_sequence', 'job_cursor'],
  ...['event', 'delivery', 'pending_delivery', 'job_number'],
];

export const benchTables = (): Promise<void> =>
  withStack(startTables, async (owner) => {
    const started = performance.now();
    for (let day = 0; day < days; day += 1) {
      for (let nth = 1; nth <= perJob; nth += 1) await liveThrough(owner, day, nth);
      await purge(owner, new Date(firstDay + day * dayMs));
    }
    const minutes = (performance.now() - started) / 60_000;
    await owner.query('select pg_stat_force_next_flush()');
    const lines: [string, string][] = [];
    for (const table of tables) lines.push([table, await describeTable(owner, table)]);
    print(`tables after ${jobsPerDay * perJob * days} events of ${days} days`, [
      ['took', `${minutes.toFixed(1)} min`],
      ...lines,
    ]);
  });

async function startTables(cleanup: AsyncDisposableStack): Promise<pg.Pool> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-tables-'));
  cleanup.defer(() => rm(dir, { recursive: true, force: true }));
  const postgres = await startPostgres({ dir: join(dir, 'postgres'), durable: true });
  cleanup.defer(() => postgres.remove());
  const url = await createDatabase(postgres.url, 'tables');
  const migrations = migrationsIn(webhooksSource);
  const log = createLogger({ name: 'tables', level: 'warn' });
  const login = { secret: 'a'.repeat(64) };
  await migrate({ url, service: 'webhooks', migrations, login, log });
  const admin = ownerPool(url);
  cleanup.defer(() => admin.end());
  // A day takes a second or so: autovacuum looks as often as it would in a day, and does not dawdle.
  await admin.query("alter system set autovacuum_naptime = '1s'");
  await admin.query('alter system set autovacuum_vacuum_cost_delay = 0');
  await admin.query('select pg_reload_conf()');
  const owner = ownerPool(`${url}?options=-c%20search_path%3Dwebhooks`, 1);
  cleanup.defer(() => owner.end());
  return owner;
}

const job = `'job_' || lpad($1::text, 4, '0') || lpad(n::text, 8, '0')`;
const eventId = `'evt_' || lpad($1::text, 4, '0') || lpad(n::text, 8, '0') || $3::text`;
const each = 'from generate_series(1, $2::int) n';

/** Statements of the nth event of each job of a day. $1 day, $2 jobs, $3 nth, $4 time. */
const effects = [
  `insert into outbox (event_id, tenant_id, job_id, sequence, type, data, internals, created_at)
   select ${eventId}, 'ten_a', ${job}, $3::int, 'job.updated', json_build_object('job_id', ${job}),
          json_build_object('job', repeat('x', 900)), $4::timestamptz ${each}`,
  `insert into job_sequence as s (tenant_id, job_id, last, used_on)
   select 'ten_a', ${job}, $3::int, $4::date ${each}
   on conflict (tenant_id, job_id) do update set last = excluded.last, used_on = excluded.used_on`,
  `insert into receipt (tenant_id, request, fingerprint, outcome, encrypted, created_at)
   select 'ten_a', ${eventId}, repeat('f', 64), repeat('o', 400), false, $4::timestamptz ${each}`,
  `update outbox set published_at = $4::timestamptz, stream_seq = id
    where published_at is null and $1::int >= 0 and $2::int > 0 and $3::int > 0`,
  `insert into job_cursor as c (consumer, producer, tenant_id, job_id, next, used_on)
   select 'webhooks-jobs', 'jobs', 'ten_a', ${job}, $3::int + 1, $4::date ${each}
   on conflict (tenant_id, job_id, consumer, producer) do update
     set next = excluded.next, used_on = excluded.used_on`,
  `insert into inbox (consumer, event_id, received_at)
   select 'webhooks-files', ${eventId}, $4::timestamptz ${each} where n % 20 = 0`,
  `insert into job_number as k (tenant_id, job_id, last, ended_at)
   select 'ten_a', ${job}, 1, case when $3::int = ${perJob} then $4::timestamptz end ${each}
   on conflict (tenant_id, job_id) do update
     set last = k.last + 1, ended_at = coalesce(excluded.ended_at, k.ended_at)`,
  `insert into event (tenant_id, id, type, job_id, sequence, created_at, body)
   select 'ten_a', ${eventId}, 'job.updated', ${job}, $3::int, $4::timestamptz, repeat('b', 400)
     ${each}`,
  `insert into delivery (tenant_id, endpoint_id, id, event_id, type, attempt, status, created_at)
   select 'ten_a', 'whk_a', ${eventId}, ${eventId}, 'job.updated', 0, 'pending', $4::timestamptz ${each}`,
  `insert into pending_delivery (tenant_id, endpoint_id, delivery_id, event_id, attempt, due_at,
                                 in_order, queued_at)
   select 'ten_a', 'whk_a', ${eventId}, ${eventId}, 0, $4::timestamptz, false, $4::timestamptz ${each}`,
  `update pending_delivery set claim = 'c', due_at = due_at + interval '1 min'
    where $1::int >= 0 and $2::int > 0 and $3::int > 0 and $4::timestamptz is not null`,
  `with finished as (delete from pending_delivery returning delivery_id)
   update delivery set attempt = 1, status = 'succeeded', response_code = 204, duration_ms = 5,
                       attempted_at = $4::timestamptz
     from finished f
    where tenant_id = 'ten_a' and endpoint_id = 'whk_a' and id = f.delivery_id
      and $1::int >= 0 and $2::int > 0 and $3::int > 0`,
];

async function liveThrough(owner: pg.Pool, day: number, nth: number): Promise<void> {
  const at = new Date(firstDay + day * dayMs + nth * 3_600_000);
  for (const [place, text] of effects.entries()) {
    await owner.query({ name: `effect-${place}`, text, values: [day, jobsPerDay, nth, at] });
  }
}

/** As housekeeping and the retention of webhooks delete; days until then. */
async function purge(owner: pg.Pool, today: Date): Promise<void> {
  const kept: [table: string, column: string, days: number][] = [
    ['outbox', 'published_at', 7],
    ['receipt', 'created_at', 2],
    ['inbox', 'received_at', 14],
    ['job_sequence', 'used_on', 90],
    ['job_cursor', 'used_on', 180],
    ['event', 'created_at', 30],
    ['delivery', 'created_at', 30],
  ];
  for (const [table, column, keptDays] of kept) {
    const before = new Date(today.getTime() - keptDays * dayMs);
    await owner.query(`delete from ${table} where ${column} < $1`, [before]);
  }
}

async function describeTable(owner: pg.Pool, table: string): Promise<string> {
  const { rows } = await owner.query<Record<string, number>>(
    `select n_dead_tup::float as dead, autovacuum_count::float as vacuums,
            (100 * n_tup_hot_upd / greatest(n_tup_upd, 1))::float as hot,
            pg_total_relation_size(relid)::float as bytes, (select count(*) from ${table})::float as live
       from pg_stat_user_tables where schemaname = 'webhooks' and relname = $1`,
    [table],
  );
  const { dead = 0, vacuums = 0, hot = 0, bytes = 0, live = 0 } = rows[0] ?? {};
  await owner.query(`create table copy (like ${table} including all)`);
  await owner.query(`insert into copy overriding system value select * from ${table}`);
  const copy = await owner.query<{ bytes: number }>(
    "select pg_total_relation_size('copy')::float as bytes",
  );
  await owner.query('drop table copy');
  const fresh = copy.rows[0]?.bytes ?? 0;
  return [
    `${live} rows, ${dead} dead`,
    `${(bytes / 2 ** 20).toFixed(1)} MiB, ${(bytes / Math.max(fresh, 1)).toFixed(2)} of a fresh copy`,
    `${hot} % of updates HOT`,
    `${vacuums} vacuums`,
  ].join('   ');
}
