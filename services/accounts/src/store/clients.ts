import type { Scope } from '@svc/contracts';
import { type Kysely, sql } from 'kysely';
import type { EncryptedTokenSigningKey } from '../domain/signing-key.ts';
import type { Tables } from './schema.ts';

export interface NewClient {
  id: string;
  name: string;
  scopes: Scope[];
  secret_hash: string;
  driver_id: string | null;
  created_at: Date;
}

export async function insertClient(
  db: Kysely<Tables>,
  tenant: string,
  client: NewClient,
): Promise<void> {
  await db
    .insertInto('client')
    .values({ tenant_id: tenant, ...client, revoked_at: null })
    .execute();
}

/** False when the tenant has no such client; the first revocation keeps its time. */
export async function revokeClient(
  db: Kysely<Tables>,
  tenant: string,
  revoked: { id: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('client')
    .set({ revoked_at: sql`coalesce(revoked_at, ${revoked.at})` })
    .where('tenant_id', '=', tenant)
    .where('id', '=', revoked.id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface RevocationPage {
  after: Date;
  before?: { revoked_at: string; id: string } | undefined;
  limit: number;
}

/** Clients and devices of all tenants, the last revoked first, up to limit + 1 rows. */
export async function listRevokedClients(
  db: Kysely<Tables>,
  { after, before, limit }: RevocationPage,
): Promise<{ id: string; revoked_at: Date }[]> {
  const revokedOf = (table: 'client' | 'courier_device') =>
    db
      .selectFrom(table)
      .select(['id', sql<Date>`revoked_at`.as('revoked_at')])
      .where('revoked_at', '>', after)
      .$if(before !== undefined, (page) =>
        page.where(sql<boolean>`(revoked_at, id) < (${before?.revoked_at}, ${before?.id})`),
      );
  return revokedOf('client')
    .unionAll(revokedOf('courier_device'))
    .orderBy('revoked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export interface ClientRecord {
  tenant_id: string;
  scopes: Scope[];
  secret_hash: string;
  old_secret_hash: string | null;
  old_secret_expires_at: Date | null;
  driver_id: string | null;
}
export type PrivateSigningKey = Omit<EncryptedTokenSigningKey, 'public_jwk'>;

/**
 * The client with this id, unless revoked, and every signing key: the inputs of a token, in one
 * round trip. Looked up by id alone: the caller's tenant is unknown until its secret is proved.
 */
export async function findTokenRecord(
  db: Kysely<Tables>,
  clientId: string,
): Promise<{ client: ClientRecord | undefined; keys: PrivateSigningKey[] }> {
  const rows = await db
    .selectFrom(sql<{ one: number }>`(select 1 as one)`.as('nothing'))
    .leftJoin('client', (join) => join.on('client.id', '=', clientId))
    .leftJoin('signing_key', (join) => join.onTrue())
    .select(['client.tenant_id', 'client.scopes', 'client.secret_hash', 'client.driver_id'])
    .select(['client.old_secret_hash', 'client.old_secret_expires_at', 'client.revoked_at'])
    .select(['signing_key.kid', 'published_at', 'signs_from', 'encrypted_private_jwk'])
    .execute();
  const [first] = rows;
  return {
    client: first && first.revoked_at === null ? toClient(first) : undefined,
    keys: rows.flatMap(({ kid, published_at, signs_from, encrypted_private_jwk }) =>
      kid && published_at && signs_from && encrypted_private_jwk
        ? [{ kid, published_at, signs_from, encrypted_private_jwk }]
        : [],
    ),
  };
}

type Nullable<T> = { [K in keyof T]: T[K] | null };

const toClient = (row: Nullable<ClientRecord>): ClientRecord | undefined =>
  row.tenant_id === null || row.scopes === null || row.secret_hash === null
    ? undefined
    : {
        tenant_id: row.tenant_id,
        scopes: row.scopes,
        secret_hash: row.secret_hash,
        old_secret_hash: row.old_secret_hash,
        old_secret_expires_at: row.old_secret_expires_at,
        driver_id: row.driver_id,
      };
