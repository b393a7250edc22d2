import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

type Kind = 'client' | 'api_key';

/** Ids begin with the kind, of fixed length, followed by the time. */
const idPrefixLength = 'cli_'.length;
const timeOf = (id: unknown) => sql<string>`substr(${id}, ${sql.lit(idPrefixLength + 1)})`;

const allOf = (db: Kysely<Tables>, tenant: string, kind: Kind) =>
  db
    .selectFrom(kind)
    .select(['id', 'name', 'created_at', 'revoked_at'])
    // Null for an API key that has all scopes a key may have.
    .select([sql.lit<Kind>(kind).as('kind'), sql<string[] | null>`scopes`.as('scopes')])
    .where('tenant_id', '=', tenant);

/** Clients and API keys of a tenant, revoked ones too: the newest first, up to limit + 1. */
export const listAllCredentials = (
  db: Kysely<Tables>,
  tenant: string,
  { starting_after, limit }: { starting_after?: string | undefined; limit: number },
) =>
  db
    .selectFrom(
      allOf(db, tenant, 'client')
        .unionAll(allOf(db, tenant, 'api_key'))
        .as('all'),
    )
    .selectAll()
    .$if(starting_after !== undefined, (page) =>
      page.where(timeOf(sql.ref('id')), '<', timeOf(starting_after)),
    )
    .orderBy(timeOf(sql.ref('id')), 'desc')
    .limit(limit + 1)
    .execute();
