/**
 * Migrations build an index over a table that is in use without a lock on it
 * (docs/architecture/data.md).
 */
import { services } from '@svc/local/services';
import { expect, it } from 'vitest';

/** Released before migrations could run outside a transaction. */
const released = [
  ...['accounts/0005', 'accounts/0008', 'accounts/0011', 'accounts/0013', 'custody/0009'],
  ...['files/0003', 'files/0005', 'jobs/0002', 'jobs/0003', 'jobs/0004', 'jobs/0008'],
  ...['partner/0003', 'tracking/0002', 'webhooks/0002', 'webhooks/0003', 'webhooks/0006'],
  'webhooks/0009',
];

const named = (sql: string, pattern: RegExp): string[] =>
  [...sql.matchAll(pattern)].flatMap(({ groups }) => groups?.table ?? []);

/** Tables that get an index without `concurrently`, in a migration that did not create them. */
function lockedTables(sql: string): string[] {
  const created = named(sql, /create (?:unlogged )?table (?:if not exists )?(?<table>\w+)/gi);
  const indexed = named(
    sql,
    /create (?:unique )?index (?!concurrently)(?:if not exists )?(?:\w+ )?on (?:only )?(?<table>\w+)/gi,
  );
  return indexed.filter((table) => !created.includes(table));
}

/** Runs outside of a transaction, where an index is built `concurrently` or not at all. */
const isOnline = (sql: string): boolean => sql.startsWith('-- no transaction\n');

const flat = (sql: string): string => sql.replaceAll(/\s+/g, ' ');

const found = services.flatMap(({ contract: { name: service }, migrations }) =>
  migrations.map(({ name, sql }) => ({ name: `${service}/${name.slice(0, 4)}`, sql })),
);

it('no migration locks a table of before while it builds an index', () => {
  const locking = found.filter(({ sql }) => !isOnline(sql) && lockedTables(flat(sql)).length > 0);
  expect(locking.map(({ name }) => name).filter((name) => !released.includes(name))).toEqual([]);
  expect(found.some(({ sql }) => isOnline(sql))).toBe(true);
});

it.each([
  ['create index on job (id)', ['job']],
  ['create unique index if not exists job_id\n  on job (id)', ['job']],
  ['create table stop (id text);\ncreate index stop_id on stop (id)', []],
  ['create index concurrently if not exists job_id on job (id)', []],
])('notices an index that locks its table: %s', (sql, tables) => {
  expect(lockedTables(flat(sql))).toEqual(tables);
});
