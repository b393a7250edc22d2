/** What stands in what, and where units are. A time of null is now, with what is recorded as present. */
import { type Kysely, sql } from 'kysely';
import type { Nesting, UnitPlace } from '../../domain/boxes/unit.ts';
import type { Tables } from '../schema.ts';
import { lockSlots } from './bindings.ts';

/** Serialises nestings of a carrier, so that two of them cannot close a ring. Before any asset is locked. */
export const lockNestings = (db: Kysely<Tables>, tenant: string): Promise<void> =>
  lockSlots(db, [`nestings ${tenant}`]);

/** Condition on a binding `b`: it is a place that holds at this time. */
const placedAt = (at: Date | null) =>
  at === null
    ? sql`b.kind = 'place' and b.to_at is null`
    : sql`b.kind = 'place' and b.from_at <= ${at} and coalesce(b.to_at, 'infinity') > ${at}`;

/** By asset; one without a place is missing. */
export async function listUnitPlaces(
  db: Kysely<Tables>,
  tenant: string,
  { assetIds, at = null }: { assetIds: readonly string[]; at?: Date | null },
): Promise<ReadonlyMap<string, UnitPlace>> {
  if (assetIds.length === 0) return new Map();
  const { rows } = await sql<UnitPlace & { asset_id: string }>`
    with recursive place as (
      select b.asset_id, b.in_asset_id, b.in_asset_id as outer_id, b.vehicle_id, b.site_id,
             b.from_at as placed_at, '[]'::jsonb as units
        from binding b
       where b.tenant_id = ${tenant} and b.asset_id = any(${assetIds}::text[]) and ${placedAt(at)}
      union all
      select p.asset_id, p.in_asset_id, b.in_asset_id, b.vehicle_id, b.site_id,
             greatest(p.placed_at, b.from_at),
             p.units || jsonb_build_object('id', a.id, 'identifier', a.identifier)
        from place p
        cross join lateral (
          select id, identifier from asset
           where tenant_id = ${tenant} and id = p.outer_id limit 1) a
        left join binding b on b.tenant_id = ${tenant} and b.asset_id = a.id and ${placedAt(at)}
       where jsonb_array_length(p.units) < 9)
    select distinct on (asset_id) asset_id, in_asset_id, vehicle_id, site_id, placed_at, units
      from place order by asset_id, jsonb_array_length(units) desc`.execute(db);
  return new Map(rows.map(({ asset_id, ...place }) => [asset_id, place]));
}

/** The asset, and what stands in it, however deep. */
export async function listInnerUnits(
  db: Kysely<Tables>,
  tenant: string,
  { assetId, at = null }: { assetId: string; at?: Date | null },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive inside (id) as (
      select ${assetId}::text collate "C"
      union
      select b.asset_id from inside i
        join binding b on b.tenant_id = ${tenant} and b.in_asset_id = i.id and ${placedAt(at)})
    select id from inside`.execute(db);
  return rows.map(({ id }) => id);
}

/** Condition on an asset: it is there, by itself or with what it stands in. */
export const isInside = (tenant: string, column: 'vehicle_id' | 'site_id', place: string) =>
  sql<boolean>`id = any(array(
    with recursive inside (id) as (
      select b.asset_id from binding b
       where b.tenant_id = ${tenant} and ${sql.ref(`b.${column}`)} = ${place} and ${placedAt(null)}
      union
      select b.asset_id from inside i
        join binding b on b.tenant_id = ${tenant} and b.in_asset_id = i.id and ${placedAt(null)})
    select id from inside))`;

/** Jobs with parcels in each of these units, however deep. */
export async function listUnitContents(
  db: Kysely<Tables>,
  tenant: string,
  unitIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (unitIds.length === 0) return new Map();
  const { rows } = await sql<{ unit: string; job_ids: string[] }>`
    with recursive inside (unit, id) as (
      select u collate "C", u collate "C" from unnest(${unitIds}::text[]) as u
      union
      select i.unit, b.asset_id from inside i
        join binding b on b.tenant_id = ${tenant} and b.in_asset_id = i.id and ${placedAt(null)})
    select i.unit, array_agg(distinct p.job_id) as job_ids
      from inside i join binding p on p.tenant_id = ${tenant} and p.asset_id = i.id
     where p.kind = 'parcels' and p.to_at is null
     group by i.unit`.execute(db);
  return new Map(rows.map(({ unit, job_ids }) => [unit, job_ids]));
}

/** Nestings at any time of the span, outward from the outer asset and inward from the inner one. */
export async function listNestings(
  db: Kysely<Tables>,
  tenant: string,
  { inner, outer, from, to }: { inner: string; outer: string; from: Date; to: Date | null },
): Promise<Nesting[]> {
  const holds = sql`b.tenant_id = ${tenant} and b.in_asset_id is not null
    and b.from_at < coalesce(${to}::timestamptz, 'infinity')
    and coalesce(b.to_at, 'infinity') > ${from}`;
  const { rows } = await sql<Nesting>`
    with recursive outward (asset_id, in_asset_id) as (
      select b.asset_id, b.in_asset_id from binding b where b.asset_id = ${outer} and ${holds}
      union
      select b.asset_id, b.in_asset_id
        from outward o join binding b on b.asset_id = o.in_asset_id and ${holds}),
    inward (asset_id, in_asset_id) as (
      select b.asset_id, b.in_asset_id from binding b where b.in_asset_id = ${inner} and ${holds}
      union
      select b.asset_id, b.in_asset_id
        from inward i join binding b on b.in_asset_id = i.asset_id and ${holds})
    select * from outward union select * from inward`.execute(db);
  return rows;
}

interface NamedUnits {
  tenant_id: string;
  job_id: string;
  labels: readonly string[];
  at: Date;
}

/** Units of these labels that hold parcels of the job, of whichever carrier; the outermost first. */
export async function listUnitsAround(
  db: Kysely<Tables>,
  { tenant_id, job_id, labels, at }: NamedUnits,
): Promise<{ tenant_id: string; asset_id: string }[]> {
  const { rows } = await sql<{ tenant_id: string; asset_id: string }>`
    with recursive around (tenant_id, asset_id, level) as (
      select tenant_id, asset_id, 1 from binding
       where job_id = ${job_id} and job_tenant_id = ${tenant_id} and kind = 'parcels'
         and coalesce(to_at, 'infinity') > ${at}
      union
      select b.tenant_id, b.in_asset_id, u.level + 1 from around u
        join binding b on b.tenant_id = u.tenant_id and b.asset_id = u.asset_id
       where b.in_asset_id is not null and u.level < 9 and ${placedAt(null)})
    select u.tenant_id, u.asset_id from around u
      cross join lateral (
        select identifier from asset
         where tenant_id = u.tenant_id and id = u.asset_id limit 1) a
     where a.identifier = any(${labels}::text[])
     group by u.tenant_id, u.asset_id
     order by u.tenant_id, max(u.level) desc, u.asset_id`.execute(db);
  return rows;
}
