import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from './schema.ts';

export interface CredentialRecord {
  id: string;
  kind: 'client' | 'api_key';
  name: string;
  /** Null for an API key that has all scopes a key may have. */
  scopes: string[] | null;
  created_at: Date;
  revoked_at: Date | null;
}

/** Clients and API keys of a tenant, the oldest first; bounded, for an operator to look at. */
export const listAllCredentials = (
  db: Kysely<Tables>,
  tenant: string,
  max: number,
): Promise<CredentialRecord[]> =>
  db
    .selectFrom('client')
    .select(['id', 'name', 'created_at', 'revoked_at'])
    .select([
      sql<'client' | 'api_key'>`'client'`.as('kind'),
      sql<string[] | null>`scopes`.as('scopes'),
    ])
    .where('tenant_id', '=', tenant)
    .unionAll(
      db
        .selectFrom('api_key')
        .select(['id', 'name', 'created_at', 'revoked_at'])
        .select([
          sql<'client' | 'api_key'>`'api_key'`.as('kind'),
          sql<string[] | null>`scopes`.as('scopes'),
        ])
        .where('tenant_id', '=', tenant),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(max)
    .execute();
