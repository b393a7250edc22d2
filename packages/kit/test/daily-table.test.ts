/** Tables that are divided by day: empty ones, and those that were in use before. */
import { until } from '@svc/devnet';
import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { purgeDaily } from '../src/database/daily-table.ts';
import { dailyTableMigrations } from '../src/database/daily-table-migrations.ts';
import { kyselyOver } from '../src/database/kysely.ts';
import type { Migration } from '../src/database/migration.ts';
import { kitMigrations } from '../src/database/tables.ts';
import { newId } from '../src/values/ids.ts';
import { emptyDatabase } from './empty-database.ts';

const { owner, query } = emptyDatabase();
const dayMs = 24 * 60 * 60 * 1000;
const plusDays = (at: Date, days: number) => new Date(at.getTime() + days * dayMs);
/** Midnight of today: a bound is drawn by the server's clock. */
const today = new Date(Math.floor(Date.now() / dayMs) * dayMs);
const nameOf = (day: Date) => day.toISOString().slice(0, 10).replaceAll('-', '');

async function apply(client: PoolClient, { sql }: Migration) {
  const text = sql.replaceAll(':runtime_role', 'public').replaceAll(' concurrently', '');
  await client.query(`begin; set local search_path = s; ${text}; commit`);
}
async function withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await owner().connect();
  try {
    await client.query('set search_path = s');
    return await work(client);
  } finally {
    await client.query('reset search_path');
    client.release();
  }
}
const isDaily = (migration: Migration) => dailyTableMigrations.includes(migration);
const migrate = (wanted: (migration: Migration) => boolean) =>
  withClient(async (client) => {
    for (const migration of kitMigrations.filter(wanted)) await apply(client, migration);
  });

const purge = (table: string, now: Date, before: Date) =>
  withClient(async (client) => {
    const purged: string[] = [];
    await client.query('begin');
    const more = await purgeDaily(kyselyOver(client), { table, now, before }, async (partition) => {
      purged.push(partition);
      return false;
    });
    await client.query('commit');
    return { more, purged };
  });

const insertEvent = (at: Date, published: Date | null = at) =>
  query(
    `insert into s.outbox (event_id, tenant_id, job_id, sequence, type, data, internals, created_at,
                           published_at)
     values ($1, 't', '', 0, 'x', '{}', '{}', $2, $3) returning tableoid::regclass::text as place`,
    [newId('evt_', at), at, published],
  );
const insertReceipt = (request: string, at: Date) =>
  query(
    `insert into s.receipt values ('t', $1, 'f', '{}', false, $2)
     returning tableoid::regclass::text as place`,
    [request, at],
  );
const partitions = async (table: string) => {
  const rows = await query(
    `select relname from pg_inherits join pg_class on oid = inhrelid
      where inhparent = $1::regclass order by 1`,
    [`s.${table}`],
  );
  return rows.map(({ relname }) => relname);
};

/** Sessions of this database that wait for a lock; asked within a transaction. */
async function waiting(asker: PoolClient): Promise<number> {
  await asker.query('select pg_stat_clear_snapshot()');
  const { rows } = await asker.query(
    `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].n;
}

beforeEach(async () => {
  await query('create schema s');
  await migrate((migration) => !isDaily(migration));
});
afterEach(async () => {
  await query('drop schema s cascade');
});

describe('a table that was empty', () => {
  beforeEach(() => migrate(isDaily));

  it('has partitions for the next three days, and each row in that of its id or time', async () => {
    for (const table of ['outbox', 'receipt']) await purge(table, today, today);
    const days = [1, 2, 3].map((n) => plusDays(today, n));
    expect(await partitions('outbox')).toEqual([
      ...days.map((day) => `outbox_${nameOf(day)}`),
      'outbox_other',
    ]);
    const [tomorrow, after] = [plusDays(today, 1), plusDays(today, 2)];
    for (const [at, day] of [
      [new Date(tomorrow.getTime() - 1), 'other'],
      [tomorrow, nameOf(tomorrow)],
      [new Date(after.getTime() - 1), nameOf(tomorrow)],
      [after, nameOf(after)],
    ] as const) {
      expect(await insertEvent(at)).toEqual([{ place: `s.outbox_${day}` }]);
      expect(await insertReceipt(at.toISOString(), at)).toEqual([{ place: `s.receipt_${day}` }]);
    }
  });

  it('loses a day as a whole when it is over, and keeps it for one event that is needed', async () => {
    await purge('outbox', today, today);
    const tomorrow = plusDays(today, 1);
    const [first, last] = [tomorrow, new Date(plusDays(tomorrow, 1).getTime() - 1)];
    await insertEvent(first);
    await insertEvent(last);
    const now = plusDays(tomorrow, 8);
    const before = plusDays(tomorrow, 1);
    const isThere = async () => (await partitions('outbox')).includes(`outbox_${nameOf(first)}`);
    const needed = 'update s.outbox set published_at = $1 where created_at = $2';
    for (const at of [null, before]) {
      await query(needed, [at, first]);
      await purge('outbox', now, before);
      expect(await isThere()).toBe(true);
    }
    await query(needed, [first, first]);
    await purge('outbox', now, new Date(before.getTime() - 1));
    expect(await isThere()).toBe(true);
    expect((await purge('outbox', now, before)).more).toBe('again');
    expect(await isThere()).toBe(false);
    expect(await query('select from s.outbox')).toEqual([]);
  });

  it('lets a day be that another session holds, and drops it on the next run', async () => {
    await purge('receipt', today, today);
    const now = plusDays(today, 9);
    await withClient(async (other) => {
      await other.query('begin; select from receipt limit 1');
      expect((await purge('receipt', now, now)).more).toBe(undefined);
      await other.query('rollback');
    });
    expect((await purge('receipt', now, now)).more).toBe('again');
    expect(await partitions('receipt')).not.toContain(`receipt_${nameOf(plusDays(today, 1))}`);
  });

  it.each([
    ['commit', { code: '23505', constraint: 'receipt_pkey' }],
    ['rollback', undefined],
  ])(
    'has a receipt once: on the next day it waits for the %s of the first',
    async (end, refusal) => {
      await purge('receipt', today, today);
      const [first, second] = [plusDays(today, 1), plusDays(today, 2)];
      const [midnight, earlier] = [second, new Date(second.getTime() - 1)];
      expect(nameOf(earlier)).toBe(nameOf(first));
      await withClient(async (other) => {
        await other.query(`begin; insert into receipt values ('t', 'r', 'f', '{}', false,
                                                            '${earlier.toISOString()}')`);
        const twin = insertReceipt('r', midnight).then(
          () => undefined,
          ({ code, constraint }: { code: string; constraint: string }) => ({ code, constraint }),
        );
        await until(async () => (await waiting(other)) === 1, {
          timeoutMs: 20_000,
          what: 'the twin to wait',
        });
        await other.query(end);
        expect(await twin).toEqual(refusal);
      });
      expect(await query('select from s.receipt')).toHaveLength(1);
    },
  );

  it('leaves a day without partition that has a row already, and opens the ones before', async () => {
    await insertReceipt('ahead', plusDays(today, 2));
    await purge('receipt', today, today);
    const first = `receipt_${nameOf(plusDays(today, 1))}`;
    expect(await partitions('receipt')).toEqual([first, 'receipt_other']);
    expect(await query('select request from s.receipt')).toEqual([{ request: 'ahead' }]);
  });
});

describe('a table in use', () => {
  it('is divided while others write: no row is lost or refused, and numbers go on', async () => {
    await insertEvent(plusDays(today, -3));
    let isDone = false;
    let written = 1;
    const writer = (async () => {
      while (!isDone) {
        await insertEvent(new Date());
        written += 1;
      }
    })();
    await migrate(isDaily);
    isDone = true;
    await writer;
    const [{ count, numbers, places }] = await query(
      `select count(*)::int, count(distinct id)::int as numbers,
              array_agg(distinct tableoid::regclass::text) as places from s.outbox`,
    );
    expect({ count, numbers, places }).toEqual({
      count: written,
      numbers: written,
      places: ['s.outbox_before'],
    });
  });

  it('is one partition for 30 days, in which the version before may purge by place', async () => {
    await insertReceipt('old', plusDays(today, -3));
    await migrate(isDaily);
    for (const days of [0, 10, 26]) await purge('receipt', plusDays(today, days), today);
    expect(await partitions('receipt')).toEqual(['receipt_before', 'receipt_other']);
    await insertReceipt('young', plusDays(today, 29));
    await query(
      `delete from s.receipt where ctid = any (array(
                   select ctid from s.receipt where created_at < $1 limit 1000))`,
      [today],
    );
    expect(await query('select request from s.receipt')).toEqual([{ request: 'young' }]);
  });

  it('has days from then on, and loses its first partition once that is over', async () => {
    await insertReceipt('old', plusDays(today, -3));
    await migrate(isDaily);
    const begin = plusDays(today, 30);
    const { purged } = await purge('receipt', plusDays(today, 29), today);
    expect(purged.toSorted()).toEqual(['receipt_before', 'receipt_other']);
    expect(await insertReceipt('new', begin)).toEqual([{ place: `s.receipt_${nameOf(begin)}` }]);
    await purge('receipt', plusDays(begin, 1), begin);
    expect(await partitions('receipt')).not.toContain('receipt_before');
    expect(await query('select request from s.receipt')).toEqual([{ request: 'new' }]);
  });

  it('keeps its sequence when its first partition is dropped', async () => {
    await insertEvent(plusDays(today, -9));
    await migrate(isDaily);
    await query('drop table s.outbox_before');
    await insertEvent(today);
    expect(await query('select id from s.outbox')).toEqual([{ id: '2' }]);
  });
});
