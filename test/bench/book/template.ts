/** Reads the rows that one real booking left behind, for the floor to write the same. */
import type pg from 'pg';

interface TemplateRow {
  table: string;
  /** JSON columns as text. */
  values: Record<string, unknown>;
  conflict: string;
}

export interface Template {
  /** Recorded answer of the real API. */
  answer: Record<string, unknown>;
  /** In the order of insertion. */
  rows: TemplateRow[];
}

/** Tables, and which of their rows belong to the booking. */
const tables: readonly [table: string, condition: string, conflict?: string][] = [
  ['receipt', "outcome like '%' || $1 || '%'"],
  ['job', 'id = $1'],
  ['milestone', 'job_id = $1'],
  [
    'job_count',
    "jobs > 0 and $1 <> ''",
    'on conflict (tenant_id, site_id, status, slot) do update set jobs = job_count.jobs + 1',
  ],
  ['job_sequence', 'job_id = $1'],
  ['outbox', 'job_id = $1'],
];

export async function readTemplate(
  owner: pg.Pool,
  answer: Record<string, unknown>,
): Promise<Template> {
  const rows: TemplateRow[] = [];
  for (const [table, condition, conflict = ''] of tables) {
    const columns = await insertedColumns(owner, table);
    const found = await owner.query<Record<string, unknown>>(
      `select ${columns} from jobs.${table} where ${condition}`,
      [answer.id],
    );
    rows.push(...found.rows.map((values) => ({ table, values, conflict })));
  }
  return { answer, rows };
}

async function insertedColumns(owner: pg.Pool, table: string): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `select column_name || case data_type when 'json' then '::text as ' || column_name else '' end
              as name
       from information_schema.columns
      where table_schema = 'jobs' and table_name = $1 and is_generated = 'NEVER'
        and is_identity = 'NO' and column_default is null
        and column_name not in ('published_at', 'stream_seq')`,
    [table],
  );
  return rows.map(({ name }) => name).join(', ');
}
