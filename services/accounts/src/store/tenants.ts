import type { Kysely } from 'kysely';
import type { Policies } from '../domain/tenant.ts';
import type { Tables } from './schema.ts';

export interface Tenant {
  id: string;
  name: string;
  created_at: Date;
}

/** Inserts the tenant, or renames the one that has the id. */
export async function putTenant(db: Kysely<Tables>, tenant: Tenant): Promise<void> {
  await db
    .insertInto('tenant')
    .values({ tenant_id: tenant.id, name: tenant.name, created_at: tenant.created_at })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ name: tenant.name }))
    .execute();
}

export const findPolicies = (db: Kysely<Tables>, tenant: string): Promise<Policies | undefined> =>
  db
    .selectFrom('policy')
    .select(['default_cost_centre', 'requirements'])
    .where('tenant_id', '=', tenant)
    .executeTakeFirst();

export async function putPolicies(
  db: Kysely<Tables>,
  tenant: string,
  policies: Policies,
): Promise<void> {
  const values = {
    default_cost_centre: policies.default_cost_centre,
    requirements: JSON.stringify(policies.requirements),
  };
  await db
    .insertInto('policy')
    .values({ tenant_id: tenant, ...values })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(values))
    .execute();
}
