/** Cost of each statement in Postgres, by the role of the service that sent it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { ownerPool } from './database.ts';
import type { Line } from './print.ts';

export interface Statement {
  role: string;
  text: string;
  calls: number;
  rows: number;
  ms: number;
  walBytes: number;
}

/** Makes the counters readable in this database. */
export async function countStatements(url: string): Promise<void> {
  const owner = ownerPool(url);
  await owner.query('create extension if not exists pg_stat_statements');
  await owner.end();
}

/** By role and text, since the server was started. */
export async function readStatements(owner: pg.Pool): Promise<Map<string, Statement>> {
  const { rows } = await owner.query<Statement>(
    `select userid::regrole::text as role, left(regexp_replace(query, '\\s+', ' ', 'g'), 110) as text,
            sum(calls)::float as calls, sum(rows)::float as rows, sum(wal_bytes)::float as "walBytes",
            sum(total_exec_time + total_plan_time) as ms
       from public.pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
      group by 1, 2`,
  );
  return new Map(rows.map((row) => [`${row.role}\t${row.text}`, row]));
}

const figures = ['calls', 'rows', 'ms', 'walBytes'] as const;

/** Statements between two readings, for each of so many units of work. */
export const statementsOfEach = (
  before: ReadonlyMap<string, Statement>,
  after: ReadonlyMap<string, Statement>,
  count: number,
): Map<string, Statement> =>
  new Map(
    [...after].map(([key, statement]) => {
      const each = { ...statement };
      for (const name of figures)
        each[name] = (each[name] - (before.get(key)?.[name] ?? 0)) / count;
      return [key, each];
    }),
  );

export interface Totals {
  statements: number;
  /** Those that end with COMMIT; a statement by itself is not among them. */
  transactions: number;
  walKiB: number;
}

export function totalsOf(statements: Iterable<Statement>): Totals {
  const totals = { statements: 0, transactions: 0, walKiB: 0 };
  for (const { text, calls, walBytes } of statements) {
    totals.statements += calls;
    totals.transactions += /^commit/i.test(text) ? calls : 0;
    totals.walKiB += walBytes / 1_024;
  }
  return totals;
}

export const totalsText = ({ statements, transactions, walKiB }: Totals): string =>
  `${statements.toFixed(1)} statements   ${transactions.toFixed(1)} commits   ${walKiB.toFixed(1)} KiB WAL`;

/** One line a role that sent any. */
export function linesByRole(statements: ReadonlyMap<string, Statement>): Line[] {
  const sent = [...statements.values()].filter(({ calls }) => calls > 0);
  const roles = Map.groupBy(sent, ({ role }) => role);
  return [...roles].map(([role, own]) => [`  ${role}`, totalsText(totalsOf(own))]);
}

/** With `SVC_PROFILE_DIR`: the costliest statements of a bench; ms, calls, rows, WAL bytes, role, text. */
export async function writeStatements(owner: pg.Pool, bench: string): Promise<void> {
  const dir = process.env.SVC_PROFILE_DIR;
  if (dir === undefined) return;
  const all = [...(await readStatements(owner)).values()].toSorted((a, b) => b.ms - a.ms);
  const lines = all.map(({ ms, calls, rows, walBytes, role, text }) =>
    [ms.toFixed(0), calls, rows, walBytes, role, text].join('\t'),
  );
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, `${bench}-statements.txt`), `${lines.join('\n')}\n`);
}
