import { type Kysely, sql } from 'kysely';
import type {
  EncryptedTokenSigningKey,
  TokenPublicJwk,
  TokenSigningKey,
} from '../domain/signing-key.ts';
import type { Tables } from './schema.ts';

/** Signing keys belong to the platform: they have no tenant. */
export const listSigningKeys = (
  db: Kysely<Tables>,
): Promise<(TokenSigningKey & { public_jwk: TokenPublicJwk })[]> =>
  db
    .selectFrom('signing_key')
    .select(['kid', 'public_jwk', 'published_at', 'signs_from'])
    .execute();

/** One rotation at a time; held until the transaction ends. */
export async function lockSigningKeys(db: Kysely<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock('signing_key'::regclass::oid::bigint)`.execute(db);
}

export async function insertSigningKey(
  db: Kysely<Tables>,
  key: EncryptedTokenSigningKey,
): Promise<void> {
  await db
    .insertInto('signing_key')
    .values({ ...key, public_jwk: JSON.stringify(key.public_jwk) })
    .execute();
}

export async function removeSigningKeys(db: Kysely<Tables>, kids: string[]): Promise<void> {
  if (kids.length === 0) return;
  await db.deleteFrom('signing_key').where('kid', 'in', kids).execute();
}
