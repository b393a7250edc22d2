/** Cost of each statement in Postgres; of a server that was started with `profile`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

const most = 60;

/** Makes the counters readable in this database. */
export async function countStatements(url: string): Promise<void> {
  await runQuery(url, 'create extension if not exists pg_stat_statements');
}

/** The costliest first, in `statements.txt`: milliseconds in all, calls, rows, WAL bytes, text. */
export async function writeStatements(url: string, dir: string): Promise<void> {
  const rows = await runQuery(
    url,
    `select round(total_exec_time + total_plan_time) as ms, calls, rows, wal_bytes,
            left(regexp_replace(query, '\\s+', ' ', 'g'), 160) as text
       from pg_stat_statements order by total_exec_time desc limit ${most}`,
  );
  const lines = rows.map((row) => Object.values(row).join('\t'));
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'statements.txt'), `${lines.join('\n')}\n`);
}

async function runQuery(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
