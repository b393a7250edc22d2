/** Cost of a load: processor time by part, statements, bytes of WAL, and growth of the tables. */
import type pg from 'pg';
import { type CpuMs, cpuByPart, cpuOfEach, type Parts } from '../cpu.ts';
import type { Line } from '../print.ts';
import { readStatements, type Statement, statementsOfEach } from '../statements.ts';

export interface Cost {
  cpuMs: CpuMs;
  statements: ReadonlyMap<string, Statement>;
  /** On disk with indexes, by table; partitions as one. */
  tableBytes: Readonly<Record<string, number>>;
}

export async function readCost(owner: pg.Pool, parts: Parts): Promise<Cost> {
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
    statements: await readStatements(owner),
    tableBytes: Object.fromEntries(tables.rows.map(({ name, bytes }) => [name, Number(bytes)])),
  };
}

/** The cost of each of so many lives, or seconds, between two readings. */
export const costOfEach = (before: Cost, after: Cost, count: number): Cost => ({
  cpuMs: cpuOfEach(before.cpuMs, after.cpuMs, count),
  statements: statementsOfEach(before.statements, after.statements, count),
  tableBytes: cpuOfEach(before.tableBytes, after.tableBytes, count),
});

/** Growth on disk: as a whole, and of the tables with most of it. */
export function tableLines({ tableBytes }: Cost): Line[] {
  const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;
  const tables = Object.entries(tableBytes).toSorted(([, a], [, b]) => b - a);
  const all = tables.reduce((sum, [, bytes]) => sum + bytes, 0);
  return [
    ['  tables and indexes', kib(all)],
    ...tables.slice(0, 6).map(([name, bytes]): Line => [`    ${name}`, kib(bytes)]),
  ];
}
