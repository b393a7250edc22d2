import { requireCursor } from '@svc/kit/page';
import { type Kysely, sql } from 'kysely';
import type { ProviderRecord, ProviderStatus } from '../domain/telemetry/provider.ts';
import type { Tables } from './schema.ts';

const select = (db: Kysely<Tables>, tenant: string) =>
  db.selectFrom('telemetry_provider').selectAll().where('tenant_id', '=', tenant);

/** The provider that sends in this format by this client or key; null for signed batches. */
export const findProviderOf = (
  db: Kysely<Tables>,
  tenant: string,
  { clientId, format }: { clientId: string; format: ProviderRecord['format'] },
): Promise<ProviderRecord | undefined> =>
  select(db, tenant)
    .where('client_id', '=', clientId)
    .where('format', 'is not distinct from', format)
    .executeTakeFirst();

export const findProvider = (
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<ProviderRecord | undefined> =>
  select(db, tenant).where('id', '=', id).executeTakeFirst();

export const lockProvider = (
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<ProviderRecord | undefined> =>
  select(db, tenant).where('id', '=', id).forUpdate().executeTakeFirst();

/** Newest first. */
export async function listProviders(
  db: Kysely<Tables>,
  tenant: string,
  page: { before: string | undefined; max: number },
): Promise<ProviderRecord[]> {
  await requireCursor({ starting_after: page.before }, (id) =>
    db
      .selectFrom('telemetry_provider')
      .select('id')
      .where('tenant_id', '=', tenant)
      .where('id', '=', id),
  );
  return select(db, tenant)
    .$if(page.before !== undefined, (all) => all.where('id', '<', page.before ?? ''))
    .orderBy('id', 'desc')
    .limit(page.max)
    .execute();
}

/** Those without a reading yet are left out. */
export async function listProviderStatuses(
  db: Kysely<Tables>,
  tenant: string,
  ids: readonly string[],
): Promise<(ProviderStatus & { provider_id: string })[]> {
  const { rows } = await sql<ProviderStatus & { provider_id: string }>`
    select provider_id, count(*)::int as device_count,
           max(greatest(seen_at, measured_at)) as last_reading_at
      from feed
     where tenant_id = ${tenant} and provider_id = any(${ids}::text[])
     group by provider_id`.execute(db);
  return rows;
}

export async function insertProvider(
  db: Kysely<Tables>,
  tenant: string,
  provider: ProviderRecord,
): Promise<void> {
  await db
    .insertInto('telemetry_provider')
    .values({ ...provider, tenant_id: tenant })
    .execute();
}

export async function saveSecrets(
  db: Kysely<Tables>,
  tenant: string,
  { id, secret, old_secret, old_secret_expires_at }: ProviderRecord,
): Promise<void> {
  await db
    .updateTable('telemetry_provider')
    .set({ secret, old_secret, old_secret_expires_at })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute();
}
