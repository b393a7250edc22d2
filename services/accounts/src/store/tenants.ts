import type { Contact } from '@svc/contracts';
import { type Kysely, sql } from 'kysely';
import type { TenantPolicies } from '../domain/tenant.ts';
import type { Tables } from './schema.ts';

export interface TenantRecord {
  id: string;
  name: string;
  /** Undefined: as it is, and for a new one no. */
  carrier?: boolean | undefined;
  created_at: Date;
}

/** Upsert by id; an existing tenant is renamed. */
export async function putTenant(db: Kysely<Tables>, tenant: TenantRecord): Promise<void> {
  await db
    .insertInto('tenant')
    .values({
      tenant_id: tenant.id,
      name: tenant.name,
      carrier: tenant.carrier ?? false,
      created_at: tenant.created_at,
    })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({
        name: tenant.name,
        ...(tenant.carrier !== undefined && { carrier: tenant.carrier }),
      }),
    )
    .execute();
}

/** All tenants, for the operator; up to limit + 1 rows, so that a further page is noticed. */
export const listTenants = (
  db: Kysely<Tables>,
  { after, limit }: { after: string; limit: number },
): Promise<(TenantRecord & { carrier: boolean })[]> =>
  db
    .selectFrom('tenant')
    .select(['tenant_id as id', 'name', 'carrier', 'created_at'])
    .where('tenant_id', '>', after)
    .orderBy('tenant_id')
    .limit(limit + 1)
    .execute();

/** For the tenant purge of the kit. */
export async function markExpired(
  db: Kysely<Tables>,
  tenants: readonly string[],
  now: Date,
): Promise<void> {
  await db
    .insertInto('expired_tenant')
    .values(tenants.map((tenant_id) => ({ tenant_id, due_at: now })))
    .onConflict((known) => known.doNothing())
    .execute();
}

export async function isCarrier(db: Kysely<Tables>, tenant: string): Promise<boolean> {
  const found = await db
    .selectFrom('tenant')
    .select('carrier')
    .where('tenant_id', '=', tenant)
    .executeTakeFirst();
  return found?.carrier ?? false;
}

const policiesOf = (db: Kysely<Tables>, tenant: string) =>
  db
    .selectFrom('policy')
    .select(['default_cost_centre', 'requirements', 'sscc', 'temperature_profiles', 'contact'])
    .where('tenant_id', '=', tenant);

export const findPolicies = (
  db: Kysely<Tables>,
  tenant: string,
): Promise<TenantPolicies | undefined> => policiesOf(db, tenant).executeTakeFirst();

/** Locks the row until the transaction ends. */
export const lockPolicies = (
  db: Kysely<Tables>,
  tenant: string,
): Promise<TenantPolicies | undefined> => policiesOf(db, tenant).forUpdate().executeTakeFirst();

/**
 * Whether another tenant has this GS1 Company Prefix, or one that begins with it or that it begins
 * with: both would make the same numbers. Locks until the transaction ends, so that concurrent
 * claims run one after the other.
 */
export async function isPrefixOfOthers(
  db: Kysely<Tables>,
  tenant: string,
  prefix: string,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock('policy'::regclass::oid::bigint)`.execute(db);
  const { rows } = await sql`
    select from policy
     where tenant_id <> ${tenant}
       and (starts_with(sscc ->> 'company_prefix', ${prefix})
         or starts_with(${prefix}, sscc ->> 'company_prefix'))
     limit 1`.execute(db);
  return rows.length > 0;
}

export const findContact = async (db: Kysely<Tables>, tenant: string): Promise<Contact | null> =>
  (await findPolicies(db, tenant))?.contact ?? null;

export async function putPolicies(
  db: Kysely<Tables>,
  tenant: string,
  policies: TenantPolicies,
): Promise<void> {
  const values = {
    default_cost_centre: policies.default_cost_centre,
    requirements: JSON.stringify(policies.requirements),
    sscc: policies.sscc && JSON.stringify(policies.sscc),
    contact: policies.contact && JSON.stringify(policies.contact),
    temperature_profiles: JSON.stringify(policies.temperature_profiles),
  };
  await db
    .insertInto('policy')
    .values({ tenant_id: tenant, ...values })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(values))
    .execute();
}
