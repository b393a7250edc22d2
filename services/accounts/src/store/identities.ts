/**
 * Sign-in identities. The tenant is known only once the identity was found, so reads are of all
 * tenants.
 */
import { type Kysely, sql } from 'kysely';
import type { UserKey } from '../domain/person.ts';
import type { Tables } from './schema.ts';

export interface Identity {
  issuer: string;
  subject: string;
}

export const findIdentity = (
  db: Kysely<Tables>,
  { issuer, subject }: Identity,
): Promise<UserKey | undefined> =>
  db
    .selectFrom('identity')
    .select(['tenant_id', 'user_id as id'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

/**
 * Up to two users with the address, compared case-insensitively, who have no identity of the issuer.
 * Locks their rows until the transaction ends.
 */
export const findUnboundUsers = (
  db: Kysely<Tables>,
  { issuer, email }: { issuer: string; email: string },
): Promise<UserKey[]> =>
  db
    .selectFrom('tenant_user as u')
    .select(['u.tenant_id', 'u.id'])
    .where(sql`lower(u.email)`, '=', sql`lower(${email})`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('identity as i')
            .select('i.user_id')
            .whereRef('i.tenant_id', '=', 'u.tenant_id')
            .whereRef('i.user_id', '=', 'u.id')
            .where('i.issuer', '=', issuer)
            .offset(sql.lit(0)),
        ),
      ),
    )
    .orderBy('u.tenant_id')
    .orderBy('u.id')
    .limit(2)
    .forUpdate()
    .execute();

/** Unique constraints that a concurrent binding violates; the action is retried on them. */
export const identityKeys = ['identity_pkey', 'identity_subject'] as const;

export async function insertIdentity(
  db: Kysely<Tables>,
  tenant: string,
  identity: Identity & { user_id: string; created_at: Date },
): Promise<void> {
  await db
    .insertInto('identity')
    .values({ tenant_id: tenant, ...identity })
    .execute();
}

/** Removes the identities of one issuer, or of all. */
export async function removeIdentities(
  db: Kysely<Tables>,
  tenant: string,
  { user_id, issuer }: { user_id: string; issuer?: string },
): Promise<void> {
  await db
    .deleteFrom('identity')
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', user_id)
    .$if(issuer !== undefined, (all) => all.where('issuer', '=', issuer ?? ''))
    .execute();
}
