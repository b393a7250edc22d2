/**
 * Migrations that run outside a transaction, because `create index concurrently` demands that: an
 * index over a table that is in use, built while rows are written. Their first line is
 * `-- no transaction`.
 *
 * Such a build that was interrupted leaves an index that is invalid: kept up to date, never read. It
 * is dropped before the migration runs again.
 */
import { type Client, escapeIdentifier } from 'pg';

export const isOnline = (sql: string): boolean => /^-- no transaction\s*$/m.test(firstLine(sql));

const firstLine = (sql: string): string => sql.trimStart().split('\n', 1)[0] ?? '';

const indexBuild =
  /^create (?:unique )?index concurrently if not exists (?<index>[a-z_]\w*) on [a-z_]\w*\b[^;]*$/;

/** Runs it statement by statement, with the service's schema as search path. */
export async function buildIndexes(client: Client, sql: string): Promise<void> {
  for (const statement of statementsIn(sql)) {
    const index = indexBuild.exec(statement)?.groups?.index;
    if (index === undefined) throw new Error(`${statement} is not "${form}"`);
    const { rowCount } = await client.query(
      `select from pg_index join pg_class on oid = indexrelid
        where oid = to_regclass($1) and not indisvalid`,
      [index],
    );
    if (rowCount) await client.query(`drop index concurrently ${escapeIdentifier(index)}`);
    await client.query(statement);
  }
}

const form = 'create [unique] index concurrently if not exists <name> on <table> …';

function statementsIn(sql: string): string[] {
  const text = sql.replaceAll(/^\s*--.*$/gm, '');
  return text
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
