import type { SignInState } from '@svc/contracts';
import { type Kysely, sql } from 'kysely';
import type { InvitationRecord } from '../domain/invitation.ts';
import type { Tables } from './schema.ts';

/** Replaces the one before. */
export async function saveInvitation(
  db: Kysely<Tables>,
  tenant: string,
  invitation: { user_id: string; token_hash: string; created_at: Date; expires_at: Date },
): Promise<void> {
  const { token_hash, created_at, expires_at } = invitation;
  await db
    .insertInto('invitation')
    .values({ tenant_id: tenant, ...invitation })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id'])
        .doUpdateSet({ token_hash, created_at, expires_at }),
    )
    .execute();
}

/**
 * Looked up by its token alone: the tenant is known only through it. Includes ended invitations.
 */
export async function findInvitation(
  db: Kysely<Tables>,
  token_hash: string,
): Promise<InvitationRecord | undefined> {
  const row = await db
    .selectFrom('invitation as i')
    .innerJoin('tenant_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.id', '=', 'i.user_id'),
    )
    .innerJoin('tenant as t', 't.tenant_id', 'i.tenant_id')
    .select(['u.id', 'u.email', 'u.role', 't.tenant_id', 't.name', 'i.expires_at'])
    .where('i.token_hash', '=', token_hash)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, email, role, tenant_id, name, expires_at } = row;
  return { user: { id, email, role }, tenant: { id: tenant_id, name }, expires_at };
}

/** False if there was no such invitation. */
export async function removeInvitation(
  db: Kysely<Tables>,
  tenant: string,
  user_id: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invitation')
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Sign-in states of the tenant's users among these. */
export async function listSignInStates(
  db: Kysely<Tables>,
  tenant: string,
  user_ids: readonly string[],
): Promise<SignInState[]> {
  const rows = await db
    .selectFrom('tenant_user as u')
    .leftJoin('invitation as i', (join) =>
      join.onRef('i.tenant_id', '=', 'u.tenant_id').onRef('i.user_id', '=', 'u.id'),
    )
    .select(['u.id as user_id', 'i.expires_at'])
    .select(
      sql<boolean>`exists (select from identity d
        where d.tenant_id = u.tenant_id and d.user_id = u.id)`.as('is_bound'),
    )
    .where('u.tenant_id', '=', tenant)
    .where('u.id', 'in', [...user_ids, ''])
    .execute();
  return rows.map(({ expires_at, ...state }) => ({
    ...state,
    invitation_expires_at: expires_at?.toISOString() ?? null,
  }));
}
