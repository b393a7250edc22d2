/** Where statements, transactions and WAL of a life come from: by service, and by statement. */
import type pg from 'pg';

export interface StatementCost {
  /** The role of the service. */
  role: string;
  text: string;
  calls: number;
  rows: number;
  ms: number;
  walBytes: number;
}

export async function readStatements(owner: pg.Pool): Promise<StatementCost[]> {
  const { rows } = await owner.query<StatementCost>(
    `select userid::regrole::text as role, left(regexp_replace(query, '\\s+', ' ', 'g'), 110) as text,
            sum(calls)::float as calls, sum(rows)::float as rows, sum(wal_bytes)::float as "walBytes",
            sum(total_exec_time + total_plan_time) as ms
       from public.pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
      group by 1, 2`,
  );
  return rows;
}

export const keyOf = ({ role, text }: StatementCost): string => `${role}\t${text}`;
const counts = ['calls', 'rows', 'ms', 'walBytes'] as const;

/** Statements between two readings, for each of so many lives, the most frequent first. */
export function statementsPerLife(
  before: readonly StatementCost[],
  after: readonly StatementCost[],
  lives: number,
): StatementCost[] {
  const known = new Map(before.map((each) => [keyOf(each), each]));
  const perLife = after.map((each) => {
    const earlier = known.get(keyOf(each));
    const of = (name: (typeof counts)[number]) => (each[name] - (earlier?.[name] ?? 0)) / lives;
    return { ...each, ...Object.fromEntries(counts.map((name) => [name, of(name)])) };
  });
  return perLife.filter(({ calls }) => calls > 0).toSorted((a, b) => b.calls - a.calls);
}

export function byRole(statements: readonly StatementCost[]): [string, string][] {
  const roles = [...new Set(statements.map(({ role }) => role))];
  return roles.map((role) => {
    const own = statements.filter((each) => each.role === role);
    const sum = (list: readonly StatementCost[], name: (typeof counts)[number]) =>
      list.reduce((total, each) => total + each[name], 0);
    const commits = own.filter(({ text }) => /^commit/i.test(text));
    return [
      role,
      [
        `${sum(own, 'calls').toFixed(1)} statements`,
        `${sum(commits, 'calls').toFixed(1)} commits`,
        `${(sum(own, 'walBytes') / 1024).toFixed(1)} KiB WAL`,
        `${sum(own, 'ms').toFixed(1)} ms`,
      ].join('  '),
    ];
  });
}

export const asLines = (statements: readonly StatementCost[]): string =>
  statements
    .map(({ role, text, calls, rows, ms, walBytes }) =>
      [
        ...[calls, rows, ms, walBytes / 1024].map((value) => value.toFixed(2)),
        ...[role.padEnd(12), text],
      ].join('\t'),
    )
    .join('\n');
