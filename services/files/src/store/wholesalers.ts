import type { DistributionCentre } from '@svc/contracts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

export interface WholesalerHome {
  tenant_id: string;
  /** User name on the SFTP server. */
  username: string;
}

/** Inserts or replaces the tenant's wholesaler and its centres. */
export async function putWholesaler(
  db: Kysely<Tables>,
  tenant: string,
  { username, dcs, now }: { username: string; dcs: readonly DistributionCentre[]; now: Date },
): Promise<void> {
  await db
    .insertInto('wholesaler')
    .values({ tenant_id: tenant, username, due_at: now })
    .onConflict((on) => on.column('tenant_id').doUpdateSet({ username, due_at: now }))
    .execute();
  await db.deleteFrom('centre').where('tenant_id', '=', tenant).execute();
  if (dcs.length === 0) return;
  await db
    .insertInto('centre')
    .values(dcs.map((centre) => ({ tenant_id: tenant, ...centre })))
    .execute();
}

/** Undefined unless another tenant has the user name. */
export const findUsernameOfOther = (
  db: Kysely<Tables>,
  tenant: string,
  username: string,
): Promise<{ tenant_id: string } | undefined> =>
  db
    .selectFrom('wholesaler')
    .select('tenant_id')
    .where('username', '=', username)
    .where('tenant_id', '<>', tenant)
    .executeTakeFirst();

/** Claims the wholesaler that is due for polling, with a lease until `until`. */
export async function claimHomeToPoll(
  db: Kysely<Tables>,
  { now, until }: { now: Date; until: Date },
): Promise<WholesalerHome | undefined> {
  const { rows } = await sql<WholesalerHome>`
    update wholesaler w set due_at = ${until} from (
      select tenant_id from wholesaler where due_at <= ${now}
       order by due_at limit 1 for update skip locked) due
     where w.tenant_id = due.tenant_id
    returning w.tenant_id, w.username`.execute(db);
  return rows[0];
}

/** Claims a wholesaler whose last cleanup is older than `before`. */
export async function claimHomeToCleanUp(
  db: Kysely<Tables>,
  { now, before }: { now: Date; before: Date },
): Promise<WholesalerHome | undefined> {
  const { rows } = await sql<WholesalerHome>`
    update wholesaler w set cleaned_at = ${now} from (
      select tenant_id from wholesaler where coalesce(cleaned_at, '-infinity') < ${before}
       order by tenant_id limit 1 for update skip locked) due
     where w.tenant_id = due.tenant_id
    returning w.tenant_id, w.username`.execute(db);
  return rows[0];
}

export async function getUsername(db: Kysely<Tables>, tenant: string): Promise<string> {
  const { username } = await db
    .selectFrom('wholesaler')
    .select('username')
    .where('tenant_id', '=', tenant)
    .executeTakeFirstOrThrow();
  return username;
}

export const listCentres = (db: Kysely<Tables>, tenant: string): Promise<DistributionCentre[]> =>
  db
    .selectFrom('centre')
    .select(['dc', 'site_id', 'time_zone', 'cut_off'])
    .where('tenant_id', '=', tenant)
    .orderBy('dc')
    .execute();

export const getCentre = (
  db: Kysely<Tables>,
  tenant: string,
  dc: string,
): Promise<DistributionCentre> =>
  db
    .selectFrom('centre')
    .select(['dc', 'site_id', 'time_zone', 'cut_off'])
    .where('tenant_id', '=', tenant)
    .where('dc', '=', dc)
    .executeTakeFirstOrThrow();
