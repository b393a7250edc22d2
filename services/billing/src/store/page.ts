/** Pages by month, newest first. */
import { requireCursor } from '@svc/kit/page';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './schema.ts';

export interface PageCursors {
  limit: number;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

export interface PageRange {
  /** The cursor, if there is one. */
  beyond: string | undefined;
  /** Nearest to the cursor first. */
  order: 'asc' | 'desc';
  count: number;
}

/** Keyset page. `read` returns rows beyond the cursor; one more than `limit` sets `has_more`. */
export async function readPage<T>(
  { limit, starting_after, ending_before }: PageCursors,
  read: (range: PageRange) => Promise<T[]>,
): Promise<{ found: T[]; has_more: boolean }> {
  const order = ending_before === undefined ? 'desc' : 'asc';
  const rows = await read({ beyond: ending_before ?? starting_after, order, count: limit + 1 });
  const found = rows.slice(0, limit);
  if (order === 'asc') found.reverse();
  return { found, has_more: rows.length > limit };
}

/** Refuses a cursor that is not a row of the tenant. */
export const requireOwnCursor = (
  db: Kysely<Tables>,
  { table, tenant }: { table: 'invoice' | 'statement'; tenant: string },
  cursors: PageCursors,
): Promise<void> =>
  requireCursor(cursors, (id) =>
    db.selectFrom(table).select('id').where('tenant_id', '=', tenant).where('id', '=', id),
  );

/** Keyset condition: rows beyond the cursor; a tenant has one row per month. */
export function isBeyond(
  table: 'invoice' | 'statement',
  tenant: string,
  { beyond, order }: PageRange,
): RawBuilder<boolean> {
  if (beyond === undefined) return sql<boolean>`true`;
  const period = sql.ref(`${table}.period`);
  const cursor = sql`(select period from ${sql.table(table)} where tenant_id = ${tenant}
    and id = ${beyond})`;
  return order === 'desc'
    ? sql<boolean>`${period} < ${cursor}`
    : sql<boolean>`${period} > ${cursor}`;
}
