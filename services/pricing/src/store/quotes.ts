import { type Kysely, sql } from 'kysely';
import { type QuoteRecord, totalCents } from '../domain/quote.ts';
import type { Tables } from './schema.ts';

/** Bounded by the maximum size of a bus message. */
const listedMax = 4000;

export async function insertQuotes(
  db: Kysely<Tables>,
  tenant: string,
  quotes: readonly QuoteRecord[],
): Promise<void> {
  if (quotes.length === 0) return;
  const rows = quotes.map(({ id, expires_at, priced }) => ({
    tenant_id: tenant,
    id,
    sku: priced.sku,
    total_cents: totalCents(priced),
    expires_at,
    priced: JSON.stringify(priced),
  }));
  await db.insertInto('quote').values(rows).execute();
}

export const findQuote = (
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<QuoteRecord | undefined> =>
  db
    .selectFrom('quote')
    .select(['id', 'expires_at', 'priced'])
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();

export const listQuotesById = (
  db: Kysely<Tables>,
  tenant: string,
  ids: readonly string[],
): Promise<QuoteRecord[]> =>
  db
    .selectFrom('quote')
    .select(['id', 'expires_at', 'priced'])
    .where('tenant_id', '=', tenant)
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();

/** Unexpired quotes, newest first: all are held equally long, so expiry orders them too. */
export const listUnexpired = (db: Kysely<Tables>, tenant: string, now: Date) =>
  db
    .selectFrom('quote')
    .select(['id', 'sku', 'total_cents'])
    .where('tenant_id', '=', tenant)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .orderBy('id', 'desc')
    .limit(listedMax)
    .execute();

/** Deletes at most `batch` quotes, of any tenant, that expired before `cutoff`. */
export async function purgeExpired(
  db: Kysely<Tables>,
  cutoff: Date,
  batch: number,
): Promise<number> {
  // Addresses rows by their place in the table (ctid): joined by key, the planner reads all quotes.
  const { numAffectedRows } = await sql`
    delete from quote where ctid = any (array(
      select ctid from quote where expires_at < ${cutoff} order by expires_at limit ${batch}))
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}
