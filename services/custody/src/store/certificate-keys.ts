import { type Kysely, sql } from 'kysely';
import type {
  CertificateKey,
  CertificatePublicJwk,
  CertificateSigningKey,
} from '../domain/certificate-key.ts';
import type { Tables } from './schema.ts';

/** Certificate keys belong to the carrier and have no tenant. */
const keys = (db: Kysely<Tables>) => db.selectFrom('certificate_key');

export async function listPublicKeys(db: Kysely<Tables>): Promise<CertificatePublicJwk[]> {
  const rows = await keys(db).select('public_jwk').orderBy('created_at', 'desc').execute();
  return rows.map(({ public_jwk }) => public_jwk);
}

export async function listKeysOf(
  db: Kysely<Tables>,
  kids: readonly string[],
): Promise<Pick<CertificateKey, 'public_jwk' | 'created_at'>[]> {
  if (kids.length === 0) return [];
  return keys(db).select(['public_jwk', 'created_at']).where('kid', 'in', kids).execute();
}

export const findNewestKey = (
  db: Kysely<Tables>,
): Promise<Pick<CertificateKey, 'kid' | 'created_at'> | undefined> =>
  keys(db).select(['kid', 'created_at']).orderBy('created_at', 'desc').limit(1).executeTakeFirst();

export const findSigningKey = (
  db: Kysely<Tables>,
): Promise<(CertificateSigningKey & { created_at: Date }) | undefined> =>
  keys(db)
    .select(['kid', 'public_jwk', 'encrypted_private_jwk', 'created_at'])
    .where('encrypted_private_jwk', 'is not', null)
    .$narrowType<{ encrypted_private_jwk: string }>()
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Advisory lock until the transaction ends: one key rotation at a time. */
export async function lockCertificateKeys(db: Kysely<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock('certificate_key'::regclass::oid::bigint)`.execute(db);
}

/** Inserts the new signing key and erases the private keys of all others. */
export async function replaceKey(db: Kysely<Tables>, key: CertificateKey): Promise<void> {
  await db
    .updateTable('certificate_key')
    .set({ encrypted_private_jwk: null })
    .where('encrypted_private_jwk', 'is not', null)
    .execute();
  await db
    .insertInto('certificate_key')
    .values({ ...key, public_jwk: JSON.stringify(key.public_jwk) })
    .execute();
}
