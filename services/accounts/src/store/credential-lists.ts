/** Clients and API keys that a tenant has; revoked ones are not among them. */
import { requireCursor } from '@svc/kit/page';
import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

interface Page {
  limit: number;
  starting_after?: string | undefined;
}
type Kind = 'client' | 'api_key';

const own = (db: Kysely<Tables>, kind: Kind, tenant: string) =>
  db.selectFrom(kind).where('tenant_id', '=', tenant).where('revoked_at', 'is', null);

/** Newest first, up to limit + 1 rows. */
export async function listCredentialPage(
  db: Kysely<Tables>,
  tenant: string,
  { kind, limit, starting_after }: Page & { kind: Kind },
) {
  const all = own(db, kind, tenant);
  await requireCursor({ starting_after }, (id) => all.select('id').where('id', '=', id));
  return all
    .select(['id', 'name', 'scopes', 'created_at', 'last_used_at'])
    .select(['old_secret_expires_at', 'old_secret_last_used_at', 'rotated_at'])
    .$if(starting_after !== undefined, (page) => page.where('id', '<', starting_after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/**
 * Locks the tenant first: concurrent creations count each other. Clients of drivers do not count, nor
 * the carrier's own clients and keys with the scopes `ofCarrier`.
 */
export async function countCredentials(
  db: Kysely<Tables>,
  tenant: string,
  { kind, ofCarrier }: { kind: Kind; ofCarrier: readonly string[] },
): Promise<number> {
  const locked = await db
    .selectFrom('tenant')
    .select('carrier')
    .where('tenant_id', '=', tenant)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const { count } = await own(db, kind, tenant)
    .select(sql<number>`count(*)::int`.as('count'))
    .$if(kind === 'client', (all) => all.where(sql`driver_id`, 'is', null))
    .$if(locked?.carrier === true, (all) =>
      all.where(sql<boolean>`scopes is distinct from ${[...ofCarrier]}`),
    )
    .executeTakeFirstOrThrow();
  return count;
}

/** False if the tenant has no such credential, or revoked it earlier. */
export async function revokeCredential(
  db: Kysely<Tables>,
  tenant: string,
  { kind, id, at }: { kind: Kind; id: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(kind)
    .set({ revoked_at: at })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes up to `max` clients and as many API keys that were revoked until then. */
export async function purgeCredentials(
  db: Kysely<Tables>,
  { before, max }: { before: Date; max: number },
): Promise<number> {
  let purged = 0;
  for (const kind of ['client', 'api_key'] as const) {
    const table = sql.table(kind);
    const { numAffectedRows = 0n } = await sql`
      delete from ${table} where ctid = any (array(
        select ctid from ${table} where revoked_at <= ${before} limit ${max}))`.execute(db);
    purged = Math.max(purged, Number(numAffectedRows));
  }
  return purged;
}

const useColumns = [
  { table: 'client', column: 'last_used_at', since: 'rotated_at' },
  { table: 'api_key', column: 'last_used_at', since: 'rotated_at' },
  { table: 'courier_device', column: 'last_used_at', since: 'created_at' },
  { table: 'session', column: 'last_seen_at', since: 'created_at' },
] as const;
const oldUseColumns = [
  { table: 'client', column: 'old_secret_last_used_at', since: 'created_at' },
  { table: 'api_key', column: 'old_secret_last_used_at', since: 'created_at' },
] as const;

interface Uses {
  /** Uses of the current secret, by id of the credential or session. */
  current: ReadonlyMap<string, Date>;
  /** Uses of the previous secret, by id of the credential. */
  old: ReadonlyMap<string, Date>;
}

/** Takes no tenant: the credentials and sessions were just verified. */
export async function saveLastUses(db: Kysely<Tables>, { current, old }: Uses): Promise<void> {
  for (const columns of useColumns) await saveUses(db, current, columns);
  for (const columns of oldUseColumns) await saveUses(db, old, columns);
}

/** A use before the rotation belongs to the previous secret, not to the new one. */
async function saveUses(
  db: Kysely<Tables>,
  uses: ReadonlyMap<string, Date>,
  { table, column, since }: (typeof useColumns | typeof oldUseColumns)[number],
): Promise<void> {
  if (uses.size === 0) return;
  const list = JSON.stringify([...uses].sort().map(([id, at]) => ({ id, at })));
  const ids = [...uses.keys()];
  const [at, from] = [sql.ref(column), sql.ref(since)];
  await sql`
    update ${sql.table(table)} as used set ${at} = u.at
      from json_to_recordset(${list}) as u(id text, at timestamptz)
     where used.id = any (${ids}) and used.id = u.id and (used.${at} is null or used.${at} < u.at)
       and (used.${from} is null or used.${from} <= u.at)`.execute(db);
}
