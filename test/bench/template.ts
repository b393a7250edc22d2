/** Reads the rows that one real booking left behind, for the floor to write the same. */
import type pg from 'pg';
import { withClient } from './database.ts';
import type { Template } from './floor.ts';

const tables = ['receipt', 'job', 'milestone', 'job_count', 'job_sequence', 'outbox'];
const keyOf: Record<string, string> = { job: 'id', receipt: 'outcome' };

export async function readTemplate(
  databaseUrl: string,
  answer: Record<string, unknown>,
): Promise<Template> {
  const read = async (client: pg.Client) => {
    const rows: Template['rows'] = [];
    for (const table of tables) {
      for (const values of await rowsOf(client, table, String(answer.id))) {
        rows.push({ table, values, conflict: conflicts[table] ?? '' });
      }
    }
    return { answer, rows };
  };
  return withClient(databaseUrl, read, '-c search_path=jobs');
}

const conflicts: Record<string, string> = {
  job_count: `on conflict (tenant_id, site_id, status, slot) do update set jobs = job_count.jobs + 1`,
};

async function rowsOf(client: pg.Client, table: string, jobId: string) {
  const key = keyOf[table] ?? 'job_id';
  const columns = await client.query<{ column_name: string; data_type: string }>(
    `select column_name, data_type from information_schema.columns
      where table_schema = 'jobs' and table_name = $1 and is_generated = 'NEVER'
        and is_identity = 'NO' and column_default is null
        and column_name not in ('published_at', 'stream_seq')`,
    [table],
  );
  const list = columns.rows
    .map(({ column_name, data_type }) =>
      data_type === 'json' ? `${column_name}::text as ${column_name}` : column_name,
    )
    .join(', ');
  if (table === 'job_count') {
    return (await client.query(`select ${list} from job_count where jobs > 0`)).rows;
  }
  const { rows } = await client.query<Record<string, unknown>>(
    `select ${list} from ${table} where ${key} like $1`,
    [table === 'receipt' ? `%${jobId}%` : jobId],
  );
  return rows;
}
