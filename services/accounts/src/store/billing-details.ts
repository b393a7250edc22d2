import type { BillingDetails } from '@svc/contracts';
import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** Falls back to the tenant's name; undefined if the tenant does not exist. */
export async function findBillingDetails(
  db: Kysely<Tables>,
  tenant: string,
): Promise<BillingDetails | undefined> {
  const found = await db
    .selectFrom('tenant')
    .leftJoin('billing_details as details', 'details.tenant_id', 'tenant.tenant_id')
    .select(['tenant.name', 'details.legal_name', 'details.address', 'details.vat_number'])
    .where('tenant.tenant_id', '=', tenant)
    .executeTakeFirst();
  if (!found) return undefined;
  const { name, legal_name, address, vat_number } = found;
  return {
    legal_name: legal_name ?? name,
    address: address ?? '',
    vat_number: vat_number ?? '',
  };
}

export async function putBillingDetails(
  db: Kysely<Tables>,
  tenant: string,
  details: BillingDetails,
): Promise<void> {
  await db
    .insertInto('billing_details')
    .values({ tenant_id: tenant, ...details })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(details))
    .execute();
}
