import { type Kysely, sql } from 'kysely';
import type { SignedIn } from '../domain/person.ts';
import type { SessionRecord } from '../domain/session.ts';
import type { Tables } from './schema.ts';

const columns = ['id', 'browser', 'created_at', 'last_seen_at', 'expires_at'] as const;

export async function insertSession(
  db: Kysely<Tables>,
  tenant: string,
  session: SessionRecord & { user_id: string; token_hash: string },
): Promise<void> {
  await db
    .insertInto('session')
    .values({ tenant_id: tenant, ...session })
    .execute();
}

/**
 * Looked up by its token alone: the caller's tenant is known only through it. Includes ended
 * sessions.
 */
export async function findSession(
  db: Kysely<Tables>,
  token_hash: string,
): Promise<SignedIn | undefined> {
  const row = await db
    .selectFrom('session as s')
    .innerJoin('tenant_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 's.tenant_id').onRef('u.id', '=', 's.user_id'),
    )
    .innerJoin('tenant as t', 't.tenant_id', 's.tenant_id')
    .select(['s.id', 's.browser', 's.created_at', 's.last_seen_at', 's.expires_at'])
    .select(['u.id as user_id', 'u.email', 'u.name', 'u.role'])
    .select(['t.tenant_id', 't.name as tenant_name', 't.carrier'])
    .where('s.token_hash', '=', token_hash)
    .executeTakeFirst();
  if (!row) return undefined;
  const { user_id, email, name, role, tenant_id, tenant_name, carrier, ...session } = row;
  return {
    user: { id: user_id, email, name, role },
    tenant: { id: tenant_id, name: tenant_name, carrier },
    session,
  };
}

/** The last used first; idle ones, too. */
export const listSessions = (
  db: Kysely<Tables>,
  tenant: string,
  { user_id, now, max }: { user_id: string; now: Date; max: number },
): Promise<SessionRecord[]> =>
  db
    .selectFrom('session')
    .select(columns)
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute();

export async function removeSession(
  db: Kysely<Tables>,
  tenant: string,
  { user_id, id }: { user_id: string; id: string },
): Promise<void> {
  await db
    .deleteFrom('session')
    .where('tenant_id', '=', tenant)
    // No column of an index: on a new table `session_of_user` seems as good as the key.
    .where(sql`user_id || ''`, '=', user_id)
    .where('id', '=', id)
    .execute();
}

/** The oldest, until at most `kept` are left; whether there were any. The user is locked already. */
export async function removeOldestSessions(
  db: Kysely<Tables>,
  tenant: string,
  { user_id, kept }: { user_id: string; kept: number },
): Promise<boolean> {
  const oldest = db
    .selectFrom('session')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(kept);
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('tenant_id', '=', tenant)
    .where('id', 'in', oldest)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** All of the user; returns those that were removed. */
export const removeSessions = (
  db: Kysely<Tables>,
  tenant: string,
  user_id: string,
): Promise<SessionRecord[]> =>
  db
    .deleteFrom('session')
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', user_id)
    .returning(columns)
    .execute();

/** Deletes up to `max` sessions that expired until then. */
export async function purgeSessions(
  db: Kysely<Tables>,
  { before, max }: { before: Date; max: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from session where ctid = any (array(
      select ctid from session where expires_at <= ${before} limit ${max}))`.execute(db);
  return Number(numAffectedRows);
}
