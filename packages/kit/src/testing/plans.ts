/**
 * Plans of prepared statements. Postgres keeps them, and makes the first while the tables are empty:
 * then every index looks as cheap as the one over the whole key, and so does a join that reads all rows.
 */
import type { Client, Pool, PoolClient } from 'pg';
import { plannerSettings } from '../database/pool.ts';

export { renewNames } from '../database/kysely.ts';

/** Texts that a service's idle connections have prepared. */
export async function preparedStatements(pools: readonly Pool[]): Promise<string[]> {
  const texts = new Set<string>();
  for (const pool of pools) {
    const clients: PoolClient[] = [];
    while (pool.idleCount > 0) clients.push(await pool.connect());
    for (const client of clients) {
      const { rows } = await client.query('select statement from pg_prepared_statements');
      for (const { statement } of rows) texts.add(statement);
      client.release();
    }
  }
  return [...texts].filter((text) => /^\s*(select|with|insert|update|delete)\b/i.test(text));
}

/** A node of EXPLAIN (FORMAT JSON). */
interface PlanNode extends Readonly<Record<string, unknown>> {
  Plans?: readonly PlanNode[];
}

const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];

const textOf = (nodes: readonly PlanNode[], names: readonly string[]): string =>
  nodes.flatMap((node) => names.map((name) => node[name] ?? '')).join(' ');

/** Columns of this alias that are compared with `=`. */
function comparedColumns(conditions: string, alias: unknown): Set<string> {
  const column = `\\b${alias}\\."?(\\w+)"?\\)?(?:::\\w+)?`;
  const compared = new RegExp(`${column} = |= \\(?${column}(?![\\w.(])`, 'g');
  return new Set([...conditions.matchAll(compared)].map(([, left, right]) => left ?? right ?? ''));
}

interface Index {
  name: string;
  is_unique: boolean;
  is_partial: boolean;
  columns: string[];
}

const isWhole = ({ columns }: Index, compared: ReadonlySet<string>): boolean =>
  columns.every((column) => compared.has(column));

/**
 * Scans that look rows up by less than a whole key, while the statement compares all of its columns:
 * the rest is filtered or joined afterwards. A unique key goes before others. Asks an empty database.
 */
export async function partialLookups(
  client: Client,
  { schema, text }: { schema: string; text: string },
): Promise<string[]> {
  await client.query(`set search_path = ${client.escapeIdentifier(schema)}`);
  for (const [, setting] of plannerSettings.matchAll(/-c (\S+)/g)) {
    await client.query(`set ${setting}`);
  }
  const { rows } = await client.query(`explain (generic_plan, verbose, format json) ${text}`);
  const nodes = flatten(rows[0]['QUERY PLAN'][0].Plan);
  const joins = textOf(nodes, ['Hash Cond', 'Merge Cond', 'Join Filter']);
  const found: string[] = [];
  for (const scan of nodes) {
    const { Alias: alias, Schema: of, 'Relation Name': table, 'Node Type': type } = scan;
    if (table === undefined || !String(type).endsWith('Scan')) continue;
    const indexes = await indexesOf(client, `${of}.${table}`);
    const parts = [scan, ...(scan.Plans ?? [])];
    const lookups = textOf(parts, ['Index Cond', 'TID Cond']);
    const compared = comparedColumns(lookups + textOf([scan], ['Filter']) + joins, alias);
    const keys = indexes.filter((index) => !index.is_partial && isWhole(index, compared));
    const isUsed = ({ name }: Index) =>
      parts.some((part) => [part['Index Name'], part['Node Type']].includes(name));
    const used = indexes.find(isUsed);
    const isLookup = used !== undefined && isWhole(used, comparedColumns(lookups, alias));
    const isBest = isLookup && (used.is_unique || !keys.some(({ is_unique }) => is_unique));
    if (keys.length > 0 && !isBest)
      found.push(`${type} of ${table} by ${used?.name ?? 'no index'}`);
  }
  return found;
}

/** With the place of a row (ctid), by which a scan finds it as well. */
async function indexesOf(client: Client, table: string): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select relname as name, indisunique as is_unique, indpred is not null as is_partial,
            array(select coalesce(attname, '')
                    from unnest(indkey::int2[]) with ordinality as k(number, place)
                    left join pg_attribute on attrelid = indrelid and attnum = number
                   where place <= indnkeyatts order by place)::text[] as columns
       from pg_index join pg_class c on c.oid = indexrelid where indrelid = $1::regclass`,
    [table],
  );
  return [...rows, { name: 'Tid Scan', is_unique: true, is_partial: false, columns: ['ctid'] }];
}
