/** Cost of a load: processor time by part, statements, transactions and bytes of WAL. */
import type pg from 'pg';
import { cpuByPart, type Parts } from '../cpu.ts';

export interface Cost {
  /** Milliseconds, by part. */
  cpuMs: Record<string, number>;
  statements: number;
  /** Those that end with COMMIT; a statement by itself is not among them. */
  transactions: number;
  walBytes: number;
  /** On disk with indexes, by table; partitions as one. */
  tableBytes: Record<string, number>;
}

export async function readCost(owner: pg.Pool, parts: Parts): Promise<Cost> {
  const { rows } = await owner.query<Record<'statements' | 'transactions' | 'wal', string>>(
    `select sum(calls) as statements,
            coalesce(sum(calls) filter (where query ilike 'commit%'), 0) as transactions,
            pg_current_wal_insert_lsn() - '0/0'::pg_lsn as wal
       from public.pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())`,
  );
  const [row] = rows;
  if (!row) throw new Error('Postgres counts nothing');
  const tables = await owner.query<{ name: string; bytes: string }>(
    `select t.relnamespace::regnamespace || '.' || t.relname as name,
            sum(pg_total_relation_size(c.oid)) as bytes
       from pg_class c left join pg_inherits on inhrelid = c.oid
       join pg_class t on t.oid = coalesce(inhparent, c.oid)
      where c.relkind = 'r' and c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
      group by 1`,
  );
  return {
    cpuMs: cpuByPart(parts),
    statements: Number(row.statements),
    transactions: Number(row.transactions),
    walBytes: Number(row.wal),
    tableBytes: Object.fromEntries(tables.rows.map(({ name, bytes }) => [name, Number(bytes)])),
  };
}

/** The cost of each of so many lives, or seconds, between two readings. */
export function costOfEach(before: Cost, after: Cost, count: number): Cost {
  const each = (name: Exclude<keyof Cost, 'cpuMs' | 'tableBytes'>) =>
    (after[name] - before[name]) / count;
  const eachOf = (name: 'cpuMs' | 'tableBytes') =>
    Object.fromEntries(
      Object.entries(after[name]).map(([part, value]) => [
        part,
        (value - (before[name][part] ?? 0)) / count,
      ]),
    );
  return {
    cpuMs: eachOf('cpuMs'),
    statements: each('statements'),
    transactions: each('transactions'),
    walBytes: each('walBytes'),
    tableBytes: eachOf('tableBytes'),
  };
}

/** Of all parts but the load generator, which is the same for ours and the floor. */
export const totalCpuMs = ({ cpuMs }: Cost): number =>
  Object.entries(cpuMs).reduce((sum, [part, ms]) => sum + (part === 'load generator' ? 0 : ms), 0);

export const cpuLines = ({ cpuMs }: Cost): [string, string][] =>
  Object.entries(cpuMs)
    .toSorted(([, a], [, b]) => b - a)
    .map(([part, ms]) => [`    ${part}`, `${ms.toFixed(1)} ms`]);
