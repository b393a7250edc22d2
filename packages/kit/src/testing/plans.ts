/**
 * Plans of prepared statements. Postgres keeps them, and makes the first while the tables are empty:
 * then every index looks as cheap as the one over the whole key, and so does a join that reads all rows.
 */
import type { Client, Pool, PoolClient } from 'pg';
import { plannerSettings } from '../database/pool.ts';

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

export interface SchemaStatement {
  schema: string;
  text: string;
  /** Its plan is made without its values, so a partial index is used only where its condition is in the text. */
  isPlannedOnce?: boolean;
}

/** A node of EXPLAIN (FORMAT JSON). */
interface PlanNode extends Readonly<Record<string, unknown>> {
  Plans?: readonly PlanNode[];
}

interface Scan {
  scan: PlanNode;
  /** The scan, and what searches indexes for it. */
  parts: readonly PlanNode[];
  /** Conditions of joins, by which its rows could be looked up. */
  joined: string;
}

const textOf = (nodes: readonly PlanNode[], names: readonly string[]): string =>
  nodes.flatMap((node) => names.map((name) => node[name] ?? '')).join(' ');

/** The side of a join of which every row is read, whether or not the other has one for it. */
const keptSides: ReadonlyMap<unknown, string> = new Map([
  ['Left', 'Outer'],
  ['Anti', 'Outer'],
  ['Right', 'Inner'],
  ['Right Anti', 'Inner'],
]);

const bitmapParts = (node: PlanNode): PlanNode[] =>
  (node.Plans ?? [])
    .filter((part) => String(part['Node Type']).startsWith('Bitmap'))
    .flatMap((part) => [part, ...bitmapParts(part)]);

/** Scans of tables below this node. */
function scansIn(node: PlanNode, joined = ''): Scan[] {
  const { 'Node Type': type, 'Relation Name': table } = node;
  const isScan = table !== undefined && String(type).endsWith('Scan');
  const own = isScan ? [{ scan: node, parts: [node, ...bitmapParts(node)], joined }] : [];
  const conditions = `${joined} ${textOf([node], ['Hash Cond', 'Merge Cond', 'Join Filter'])}`;
  const below = (node.Plans ?? []).flatMap((child) => {
    const side = child['Parent Relationship'];
    if (side === 'SubPlan' || side === 'InitPlan') return scansIn(child);
    return scansIn(child, side === keptSides.get(node['Join Type']) ? joined : conditions);
  });
  return [...own, ...below];
}

/** Columns of this alias that are compared with `=`, but for those that are looked for in a sub-select. */
function comparedColumns(conditions: string, alias: unknown): Set<string> {
  const column = `\\b${alias}\\."?(\\w+)"?\\)?(?:::\\w+)?`;
  const compared = new RegExp(
    `${column} = (?!\\((?:hashed )?SubPlan)|= \\(?${column}(?![\\w.(])`,
    'g',
  );
  return new Set([...conditions.matchAll(compared)].map(([, left, right]) => left ?? right ?? ''));
}

interface Index {
  name: string;
  is_unique: boolean;
  /** Condition of a partial index. */
  predicate: string | null;
  columns: string[];
}

/** Partial indexes whose condition is on a column that the statement compares with a parameter. */
function hiddenIndexes(indexes: readonly Index[], conditions: string, alias: unknown): Index[] {
  const compared = new RegExp(`\\b${alias}\\."?(\\w+)"?\\)?(?:::\\w+)? = \\$\\d`, 'g');
  const columns = [...conditions.matchAll(compared)].map(([, column]) => column);
  return indexes.filter(({ predicate }) =>
    columns.some((column) =>
      new RegExp(`^${column}$|\\b${column}\\b.{0,8} = '`).test(predicate ?? ''),
    ),
  );
}

/** Keys of which all columns are compared: the unique ones, or else those of the most columns. */
function wholeKeys(indexes: readonly Index[], compared: ReadonlySet<string>): Index[] {
  const whole = indexes.filter(
    ({ predicate, columns }) =>
      predicate === null && columns.every((column) => compared.has(column)),
  );
  const unique = whole.filter(({ is_unique }) => is_unique);
  const most = Math.max(...whole.map(({ columns }) => columns.length));
  return unique.length > 0 ? unique : whole.filter(({ columns }) => columns.length === most);
}

/**
 * Scans that look rows up by less than a whole key, while the statement compares all of its columns:
 * the rest is filtered or joined afterwards. A unique key goes before others; the tenant may be
 * missing, for ids are unique without it, but not where the index begins with it. Asks an empty database.
 */
export async function partialLookups(
  client: Client,
  { schema, text, isPlannedOnce }: SchemaStatement,
): Promise<string[]> {
  await client.query(`set search_path = ${client.escapeIdentifier(schema)}`);
  for (const [, setting] of plannerSettings.matchAll(/-c (\S+)/g)) {
    await client.query(`set ${setting}`);
  }
  const { rows } = await client.query(`explain (generic_plan, verbose, format json) ${text}`);
  const found: string[] = [];
  for (const { scan, parts, joined } of scansIn(rows[0]['QUERY PLAN'][0].Plan)) {
    const { Alias: alias, Schema: of, 'Relation Name': table, 'Node Type': type } = scan;
    const indexes = await indexesOf(client, `${of}.${table}`);
    const lookups = textOf(parts, ['Index Cond', 'TID Cond']);
    const lookedUp = comparedColumns(lookups, alias);
    const compared = comparedColumns(`${lookups} ${scan.Filter ?? ''} ${joined}`, alias);
    const keys = wholeKeys(indexes, compared);
    const used = indexes.find(({ name }) =>
      parts.some((part) => [part['Index Name'], part['Node Type']].includes(name)),
    );
    const isWhole = keys.some(({ columns }) =>
      columns.every((column) => column === 'tenant_id' || lookedUp.has(column)),
    );
    const isLookup = isWhole && used !== undefined && lookedUp.has(used.columns[0] ?? '');
    if (isLookup) continue;
    const usedName = used?.name ?? 'no index';
    if (keys.length > 0) found.push(`${type} of ${table} by ${usedName}`);
    const conditions = `${lookups} ${scan.Filter ?? ''}`;
    const isOfTenant = [...lookedUp].every((column) => column === 'tenant_id');
    const hidden = isPlannedOnce && isOfTenant ? hiddenIndexes(indexes, conditions, alias) : [];
    for (const { name } of hidden)
      found.push(`${type} of ${table} by ${usedName}, as a parameter hides ${name}`);
  }
  return found;
}

/** With the place of a row (ctid), by which a scan finds it as well. */
async function indexesOf(client: Client, table: string): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select relname as name, indisunique as is_unique, pg_get_expr(indpred, indrelid) as predicate,
            array(select coalesce(attname, '')
                    from unnest(indkey::int2[]) with ordinality as k(number, place)
                    left join pg_attribute on attrelid = indrelid and attnum = number
                   where place <= indnkeyatts order by place)::text[] as columns
       from pg_index join pg_class c on c.oid = indexrelid where indrelid = $1::regclass`,
    [table],
  );
  return [...rows, { name: 'Tid Scan', is_unique: true, predicate: null, columns: ['ctid'] }];
}
