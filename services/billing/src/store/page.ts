/** Pages by month, newest first; a cursor that names nothing has nothing before or after it. */
import { type RawBuilder, sql } from 'kysely';

export interface Cursors {
  limit: number;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

export interface Range {
  /** The cursor, if there is one. */
  beyond: string | undefined;
  /** Nearest to the cursor first. */
  order: 'asc' | 'desc';
  count: number;
}

/** `read` answers what lies beyond the cursor; one more than asked for tells that there is more. */
export async function pageBy<T>(
  { limit, starting_after, ending_before }: Cursors,
  read: (range: Range) => Promise<T[]>,
): Promise<{ found: T[]; has_more: boolean }> {
  const order = ending_before === undefined ? 'desc' : 'asc';
  const rows = await read({ beyond: ending_before ?? starting_after, order, count: limit + 1 });
  const found = rows.slice(0, limit);
  if (order === 'asc') found.reverse();
  return { found, has_more: rows.length > limit };
}

/** Whether a row lies on the far side of the cursor; a tenant has one row a month. */
export function isBeyond(
  table: 'invoice' | 'statement',
  tenant: string,
  { beyond, order }: Range,
): RawBuilder<boolean> {
  if (beyond === undefined) return sql<boolean>`true`;
  const period = sql.ref(`${table}.period`);
  const cursor = sql`(select period from ${sql.table(table)} where tenant_id = ${tenant}
    and id = ${beyond})`;
  return order === 'desc'
    ? sql<boolean>`${period} < ${cursor}`
    : sql<boolean>`${period} > ${cursor}`;
}
