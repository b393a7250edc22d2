import type { KeyScope } from '@svc/contracts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

export interface NewApiKey {
  id: string;
  name: string;
  secret_hash: string;
  created_at: Date;
  scopes: KeyScope[] | null;
}

export async function insertApiKey(
  db: Kysely<Tables>,
  tenant: string,
  key: NewApiKey,
): Promise<void> {
  await db
    .insertInto('api_key')
    .values({ tenant_id: tenant, ...key, revoked_at: null })
    .execute();
}

/** False when the tenant has no such key; the first revocation keeps its time. */
export async function revokeApiKey(
  db: Kysely<Tables>,
  tenant: string,
  revoked: { id: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_key')
    .set({ revoked_at: sql`coalesce(revoked_at, ${revoked.at})` })
    .where('tenant_id', '=', tenant)
    .where('id', '=', revoked.id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Looked up by id alone: the caller's tenant is unknown until its secret is proved. */
export const findApiKey = (db: Kysely<Tables>, id: string) =>
  db
    .selectFrom('api_key')
    .select(['tenant_id', 'secret_hash', 'scopes', 'revoked_at'])
    .select(['old_secret_hash', 'old_secret_expires_at'])
    .where('id', '=', id)
    .executeTakeFirst();
