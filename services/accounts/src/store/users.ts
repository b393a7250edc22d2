import type { ListPage } from '@svc/contracts';
import { requireCursor } from '@svc/kit/page';
import { type Kysely, sql } from 'kysely';
import type { UserRecord } from '../domain/tenant.ts';
import type { Tables } from './schema.ts';

const columns = ['id', 'email', 'name', 'role', 'created_at'] as const;

/** In order of creation; up to limit + 1 rows, so that `has_more` is known. */
export async function listUsers(
  db: Kysely<Tables>,
  tenant: string,
  { limit, starting_after }: ListPage,
) {
  const all = db.selectFrom('tenant_user').where('tenant_id', '=', tenant);
  await requireCursor({ starting_after }, (id) => all.select('id').where('id', '=', id));
  const [users, { total }] = await Promise.all([
    all
      .select(columns)
      .$if(starting_after !== undefined, (page) => page.where('id', '>', starting_after ?? ''))
      .orderBy('id')
      .limit(limit + 1)
      .execute(),
    all.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { users, total };
}

/** Locks the row until the transaction ends. */
export const findUser = (
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<UserRecord | undefined> =>
  db
    .selectFrom('tenant_user')
    .select(columns)
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Whether another user has the address, compared case-insensitively. */
export async function isEmailTaken(
  db: Kysely<Tables>,
  tenant: string,
  user: Pick<UserRecord, 'id' | 'email'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('tenant_user')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where(sql`lower(email)`, '=', sql`lower(${user.email})`)
    .where('id', '<>', user.id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Unique index that a concurrent insert violates; the action is retried on it. */
export const emailIndex = 'tenant_user_email';

export async function insertUser(
  db: Kysely<Tables>,
  tenant: string,
  user: UserRecord,
): Promise<void> {
  await db
    .insertInto('tenant_user')
    .values({ tenant_id: tenant, ...user })
    .execute();
}

export async function saveUser(
  db: Kysely<Tables>,
  tenant: string,
  user: UserRecord,
): Promise<void> {
  await db
    .updateTable('tenant_user')
    .set({ email: user.email, name: user.name, role: user.role })
    .where('tenant_id', '=', tenant)
    .where('id', '=', user.id)
    .execute();
}

/** Deletes the user's identities and sessions too, by cascade. False if there was no such user. */
export async function removeUser(db: Kysely<Tables>, tenant: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('tenant_user')
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
