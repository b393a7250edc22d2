import type { BindingKind } from '@svc/contracts';
import { requireCursor } from '@svc/kit/page';
import { type Kysely, sql } from 'kysely';
import type { AssetRecord } from '../../domain/boxes/asset.ts';
import { type BindingRecord, byHandOver } from '../../domain/boxes/asset-binding.ts';
import type { Tables } from '../schema.ts';

const columns = [
  ...(['id', 'kind', 'asset_id', 'device_id', 'job_tenant_id', 'job_id', 'ref'] as const),
  ...(['job_parcels', 'parcels', 'vehicle_id', 'site_id'] as const),
  ...(['in_asset_id', 'from_at', 'to_at', 'bound_by', 'ended_by', 'created_at'] as const),
] as const;

const select = (db: Kysely<Tables>, tenant: string) =>
  db.selectFrom('binding').select(columns).where('tenant_id', '=', tenant);

export const findBinding = (
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<BindingRecord | undefined> => select(db, tenant).where('id', '=', id).executeTakeFirst();

/**
 * Serialises changes of these slots until the transaction ends; sorted, so that two transactions
 * with several of them cannot deadlock.
 */
export async function lockSlots(db: Kysely<Tables>, slots: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('binding ' || slot, 0))
      from (select unnest(${slots.toSorted()}::text[]) as slot) s`.execute(db);
}

/** Bindings that are, or may be, in the way of one of this subject. */
export const listRivals = (
  db: Kysely<Tables>,
  tenant: string,
  { kind, asset_id, device_id, job_id }: BindingRecord,
): Promise<BindingRecord[]> =>
  select(db, tenant)
    .where('kind', '=', kind)
    .$if(kind === 'probe', (all) => all.where('device_id', '=', device_id))
    .$if(kind === 'parcels', (all) => all.where('job_id', '=', job_id))
    .$if(kind === 'place', (all) => all.where('asset_id', '=', asset_id))
    .orderBy('from_at')
    .execute();

/** Those of assets that hold at some time from then on. */
export const listBindingsSince = (
  db: Kysely<Tables>,
  tenant: string,
  { assetIds, since }: { assetIds: readonly string[]; since: Date },
): Promise<BindingRecord[]> =>
  select(db, tenant)
    .where('asset_id', 'in', assetIds)
    .where((eb) => eb.or([eb('to_at', 'is', null), eb('to_at', '>', since)]))
    .orderBy('from_at')
    .execute();

/** Probes that are in these assets now. */
export async function listProbesIn(
  db: Kysely<Tables>,
  tenant: string,
  assetIds: readonly string[],
): Promise<string[]> {
  const found = await select(db, tenant)
    .where('asset_id', 'in', assetIds)
    .where('kind', '=', 'probe')
    .where('to_at', 'is', null)
    .orderBy('device_id')
    .execute();
  return found.flatMap(({ device_id }) => device_id ?? []);
}

/** Newest first. */
export async function listBindings(
  db: Kysely<Tables>,
  tenant: string,
  page: { assetId: string; kind: BindingKind | undefined; before: string | undefined; max: number },
): Promise<BindingRecord[]> {
  await requireCursor({ starting_after: page.before }, (id) =>
    db.selectFrom('binding').select('id').where('tenant_id', '=', tenant).where('id', '=', id),
  );
  return select(db, tenant)
    .where('asset_id', '=', page.assetId)
    .$if(page.kind !== undefined, (all) => all.where('kind', '=', page.kind ?? 'place'))
    .$if(page.before !== undefined, (all) => all.where('id', '<', page.before ?? ''))
    .orderBy('id', 'desc')
    .limit(page.max)
    .execute();
}

export async function insertBindings(
  db: Kysely<Tables>,
  tenant: string,
  bindings: readonly BindingRecord[],
): Promise<void> {
  if (bindings.length === 0) return;
  await db
    .insertInto('binding')
    .values(bindings.map((each) => ({ tenant_id: tenant, ...each })))
    .execute();
}

/** What is in a box of the sandbox; the box and its probe may be there already. */
export async function insertPackedBox(
  db: Kysely<Tables>,
  tenant: string,
  { asset, bindings }: { asset: AssetRecord; bindings: readonly BindingRecord[] },
): Promise<void> {
  await db
    .insertInto('asset')
    .values({ tenant_id: tenant, ...asset })
    .onConflict((twin) => twin.doNothing())
    .execute();
  await db
    .insertInto('binding')
    .values(bindings.map((each) => ({ tenant_id: tenant, ...each })))
    .onConflict((twin) => twin.doNothing())
    .execute();
}

export async function saveEnds(
  db: Kysely<Tables>,
  tenant: string,
  bindings: readonly BindingRecord[],
): Promise<void> {
  for (const { id, to_at, ended_by } of bindings) {
    await db
      .updateTable('binding')
      .set({ to_at, ended_by })
      .where('tenant_id', '=', tenant)
      .where('id', '=', id)
      .execute();
  }
}

/** Boxes in which the parcels of a job were when they went on as another job's; by carrier. */
export const listBoxesAt = (
  db: Kysely<Tables>,
  { tenant_id, job_id, at }: { tenant_id: string; job_id: string; at: Date },
): Promise<(BindingRecord & { tenant_id: string })[]> =>
  db
    .selectFrom('binding')
    .select(['tenant_id', ...columns])
    .where('kind', '=', 'parcels')
    .where('job_id', '=', job_id)
    .where('job_tenant_id', '=', tenant_id)
    .where('from_at', '<=', at)
    .where(({ eb, or, and }) =>
      or([
        eb('to_at', 'is', null),
        eb('to_at', '>', at),
        and([eb('to_at', '=', at), eb('ended_by', '=', byHandOver)]),
      ]),
    )
    .orderBy('tenant_id')
    .orderBy('id')
    .execute();

/** Parcels of these jobs leave their boxes as they leave the carrier, at the latest. */
export async function endParcels(
  db: Kysely<Tables>,
  jobs: readonly { tenant_id: string; job_id: string; at: Date }[],
): Promise<void> {
  await sql`
    update binding b set to_at = greatest(j.at, b.from_at), ended_by = ${byHandOver}
      from unnest(${jobs.map(({ tenant_id }) => tenant_id)}::text[],
                  ${jobs.map(({ job_id }) => job_id)}::text[],
                  ${jobs.map(({ at }) => at)}::timestamptz[]) as j (tenant_id, job_id, at)
     where b.job_id = j.job_id and b.job_tenant_id = j.tenant_id and b.kind = 'parcels'
       and (b.to_at is null or b.to_at > j.at)`.execute(db);
}

/** The assets that a probe was in, the first one first. */
export const listProbeStays = (db: Kysely<Tables>, tenant: string, deviceId: string) =>
  db
    .selectFrom('binding')
    .innerJoin('asset', (join) =>
      join
        .onRef('asset.tenant_id', '=', 'binding.tenant_id')
        .onRef('asset.id', '=', 'binding.asset_id'),
    )
    .select(['asset_id', 'identifier', 'from_at', 'to_at'])
    .where('binding.tenant_id', '=', tenant)
    .where('device_id', '=', deviceId)
    .orderBy('from_at')
    .execute();
