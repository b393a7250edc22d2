/** Secrets of clients and API keys, and those that they replaced. */
import type { Kysely } from 'kysely';
import type { RotatedSecret } from '../domain/secret-rotation.ts';
import type { Tables } from './schema.ts';

type Kind = 'client' | 'api_key';
interface Named {
  kind: Kind;
  id: string;
}

const columns = [
  ...['id', 'name', 'scopes', 'created_at', 'secret_hash', 'last_used_at'],
  ...['old_secret_hash', 'old_secret_expires_at', 'old_secret_last_used_at', 'rotated_at'],
] as const;

/** Locks the row, so that the second of two concurrent rotations sees the result of the first. */
export const lockCredential = (db: Kysely<Tables>, tenant: string, { kind, id }: Named) =>
  db
    .selectFrom(kind)
    .select(columns)
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export async function saveSecret(
  db: Kysely<Tables>,
  tenant: string,
  { kind, id, rotated }: Named & { rotated: RotatedSecret },
): Promise<void> {
  await db
    .updateTable(kind)
    .set(rotated)
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute();
}

/** The hash stays, so that a request with it is known to be the tenant's. */
export async function endOldSecret(
  db: Kysely<Tables>,
  tenant: string,
  { kind, id, at }: Named & { at: Date },
): Promise<void> {
  await db
    .updateTable(kind)
    .set({ old_secret_expires_at: at })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where('old_secret_expires_at', '>', at)
    .execute();
}
