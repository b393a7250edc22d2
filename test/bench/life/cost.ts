/** What a load costs: processor time by part, statements, transactions and bytes of WAL. */
import type pg from 'pg';
import { cpuByPart, type Parts } from '../cpu.ts';

export interface Cost {
  /** Milliseconds, by part. */
  cpuMs: Record<string, number>;
  statements: number;
  /** Those that end with COMMIT; a statement by itself is not among them. */
  transactions: number;
  walBytes: number;
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
  return {
    cpuMs: cpuByPart(parts),
    statements: Number(row.statements),
    transactions: Number(row.transactions),
    walBytes: Number(row.wal),
  };
}

/** The cost of each of so many lives between two readings. */
export function costPerLife(before: Cost, after: Cost, lives: number): Cost {
  const each = (name: Exclude<keyof Cost, 'cpuMs'>) => (after[name] - before[name]) / lives;
  const cpuMs = Object.fromEntries(
    Object.entries(after.cpuMs).map(([part, ms]) => [
      part,
      (ms - (before.cpuMs[part] ?? 0)) / lives,
    ]),
  );
  const [statements, transactions] = [each('statements'), each('transactions')];
  return { cpuMs, statements, transactions, walBytes: each('walBytes') };
}

/** Of all parts but the load generator, which is the same for ours and the floor. */
export const totalCpuMs = ({ cpuMs }: Cost): number =>
  Object.entries(cpuMs).reduce((sum, [part, ms]) => sum + (part === 'load generator' ? 0 : ms), 0);
