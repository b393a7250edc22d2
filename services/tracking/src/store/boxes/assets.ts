import type { AssetState, FleetStatus } from '@svc/contracts';
import { requireCursor } from '@svc/kit/page';
import { type Kysely, sql } from 'kysely';
import type { AssetPresence, AssetRecord } from '../../domain/boxes/asset.ts';
import { nowhere, type UnitPlace } from '../../domain/boxes/unit.ts';
import type { Tables } from '../schema.ts';
import { isInside, listUnitPlaces } from './units.ts';

const columns = [
  ...(['id', 'identifier', 'kind', 'temperature_class', 'hold_hours', 'home_site_id'] as const),
  ...(['state', 'state_by', 'state_at', 'created_at', 'retired_at'] as const),
] as const;

const selectAsset = (db: Kysely<Tables>, tenant: string) =>
  db
    .selectFrom('asset')
    .select(columns)
    .select(sql<string | null>`qualified_until::text`.as('qualified_until'))
    .where('tenant_id', '=', tenant);

export const findAsset = (
  db: Kysely<Tables>,
  tenant: string,
  by: { id: string } | { identifier: string },
): Promise<AssetRecord | undefined> =>
  selectAsset(db, tenant)
    .where('id' in by ? 'id' : 'identifier', '=', 'id' in by ? by.id : by.identifier)
    .executeTakeFirst();

/** Locks the asset until the transaction ends: its bindings change one after the other. */
export const lockAsset = (
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<AssetRecord | undefined> =>
  selectAsset(db, tenant).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export interface AssetFilter {
  state?: AssetState | undefined;
  status?: FleetStatus | undefined;
  vehicle_id?: string | undefined;
  site_id?: string | undefined;
}

/** Newest first. */
export async function listAssets(
  db: Kysely<Tables>,
  tenant: string,
  {
    state,
    status,
    vehicle_id,
    site_id,
    ...page
  }: AssetFilter & { before: string | undefined; max: number },
): Promise<AssetRecord[]> {
  await requireCursor({ starting_after: page.before }, (id) =>
    db.selectFrom('asset').select('id').where('tenant_id', '=', tenant).where('id', '=', id),
  );
  return selectAsset(db, tenant)
    .$if(state !== undefined, (all) => all.where('state', '=', state ?? 'clean'))
    .$if(status === 'active', (all) => all.where('retired_at', 'is', null))
    .$if(status === 'retired', (all) => all.where('retired_at', 'is not', null))
    .$if(vehicle_id !== undefined, (all) =>
      all.where(isInside(tenant, 'vehicle_id', vehicle_id ?? '')),
    )
    .$if(site_id !== undefined, (all) => all.where(isInside(tenant, 'site_id', site_id ?? '')))
    .$if(page.before !== undefined, (all) => all.where('id', '<', page.before ?? ''))
    .orderBy('id', 'desc')
    .limit(page.max)
    .execute();
}

/** What is with these assets now, by asset. */
export async function listPresences(
  db: Kysely<Tables>,
  tenant: string,
  assetIds: readonly string[],
): Promise<ReadonlyMap<string, AssetPresence>> {
  const places = await listUnitPlaces(db, tenant, { assetIds });
  const { rows } = await sql<WithAsset & { asset_id: string }>`
    select s.id as asset_id,
           array(select n.asset_id from binding n
                  where n.tenant_id = ${tenant} and n.in_asset_id = s.id and n.to_at is null
                  order by n.asset_id) as asset_ids,
           coalesce(array_agg(device_id order by device_id) filter (where kind = 'probe'), '{}')
             as device_ids,
           coalesce(array_agg(distinct job_id) filter (where kind = 'parcels'), '{}') as job_ids,
           (select f.temperature_mc from feed f
             where f.tenant_id = ${tenant} and f.measured_at is not null
               and f.device_id = any(array_agg(b.device_id) filter (where kind = 'probe'))
             order by f.measured_at desc limit 1) as temperature_mc
      from unnest(${assetIds}::text[]) as s (id)
      left join binding b on b.tenant_id = ${tenant} and b.asset_id = s.id and b.to_at is null
     group by s.id`.execute(db);
  return new Map(
    rows.map(({ asset_id, ...present }) => {
      const { units: _, ...place } = places.get(asset_id) ?? nowhere;
      return [asset_id, { ...place, ...present }];
    }),
  );
}

type WithAsset = Omit<AssetPresence, keyof UnitPlace>;

/** The unique index by which a concurrent twin is noticed; the action then looks again. */
export const identifierIndex = 'asset_identifier';

export async function insertAsset(
  db: Kysely<Tables>,
  tenant: string,
  asset: AssetRecord,
): Promise<void> {
  await db
    .insertInto('asset')
    .values({ tenant_id: tenant, ...asset })
    .execute();
}

export async function saveAsset(
  db: Kysely<Tables>,
  tenant: string,
  { id, created_at: _, ...asset }: AssetRecord,
): Promise<void> {
  await db
    .updateTable('asset')
    .set(asset)
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute();
}
