import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

/** The tenant's own sites, those of its customers, and those shared with all. */
export const isUsable = (tenant: string) => (eb: ExpressionBuilder<Tables, 'site'>) =>
  eb.or([
    eb('site.tenant_id', '=', tenant),
    eb('site.shared', '=', true),
    eb.exists(
      eb
        .selectFrom('customer')
        .select(sql`1`.as('one'))
        .where('customer.tenant_id', '=', tenant)
        .whereRef('customer.customer_id', '=', 'site.tenant_id'),
    ),
  ]);

/** Replaces the list. If an id belongs to no tenant, returns these ids and changes nothing. */
export async function replaceCustomers(
  db: Kysely<Tables>,
  tenant: string,
  ids: readonly string[],
): Promise<string[]> {
  const known = await db
    .selectFrom('tenant')
    .select('tenant_id')
    .where('tenant_id', '=', sql<string>`any(${ids})`)
    .execute();
  const unknown = ids.filter((id) => !known.some(({ tenant_id }) => tenant_id === id));
  if (unknown.length > 0) return unknown;
  await db.deleteFrom('customer').where('tenant_id', '=', tenant).execute();
  const rows = [...new Set(ids)].map((customer_id) => ({ tenant_id: tenant, customer_id }));
  if (rows.length > 0) await db.insertInto('customer').values(rows).execute();
  return [];
}
