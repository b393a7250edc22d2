import { type Kysely, sql } from 'kysely';
import type { CertificateKey, PublicJwk, SigningKey } from '../domain/certificate-key.ts';
import type { Tables } from './schema.ts';

/** Certificate keys are the carrier's: they have no tenant. */
const keys = (db: Kysely<Tables>) => db.selectFrom('certificate_key');

export async function listPublicKeys(db: Kysely<Tables>): Promise<PublicJwk[]> {
  const rows = await keys(db).select('public_jwk').orderBy('created_at', 'desc').execute();
  return rows.map(({ public_jwk }) => public_jwk);
}

export async function listKeysOf(
  db: Kysely<Tables>,
  kids: readonly string[],
): Promise<PublicJwk[]> {
  if (kids.length === 0) return [];
  const rows = await keys(db).select('public_jwk').where('kid', 'in', kids).execute();
  return rows.map(({ public_jwk }) => public_jwk);
}

export const findNewestKey = (
  db: Kysely<Tables>,
): Promise<Pick<CertificateKey, 'kid' | 'created_at'> | undefined> =>
  keys(db).select(['kid', 'created_at']).orderBy('created_at', 'desc').limit(1).executeTakeFirst();

export const findSigningKey = (
  db: Kysely<Tables>,
): Promise<Omit<SigningKey, 'public_jwk'> | undefined> =>
  keys(db)
    .select(['kid', 'sealed_private_jwk'])
    .where('sealed_private_jwk', 'is not', null)
    .$narrowType<{ sealed_private_jwk: string }>()
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** One new key at a time; held until the transaction ends. */
export async function lockCertificateKeys(db: Kysely<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock('certificate_key'::regclass::oid::bigint)`.execute(db);
}

/** The new key signs from now on; the private halves of all others are destroyed. */
export async function replaceKey(db: Kysely<Tables>, key: CertificateKey): Promise<void> {
  await db
    .updateTable('certificate_key')
    .set({ sealed_private_jwk: null })
    .where('sealed_private_jwk', 'is not', null)
    .execute();
  await db
    .insertInto('certificate_key')
    .values({ ...key, public_jwk: JSON.stringify(key.public_jwk) })
    .execute();
}
