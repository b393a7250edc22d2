/** Boxes of a courier's stops. */
import type { CourierBoxes } from '@svc/contracts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../schema.ts';

type PackedBox = Omit<CourierBoxes['boxes'][number], 'units'> & {
  asset_id: string;
  job_id: string;
};
type WaitingBox = CourierBoxes['take_along'][number];

export async function listPackedBoxes(
  db: Kysely<Tables>,
  tenant: string,
  jobIds: readonly string[],
): Promise<PackedBox[]> {
  const { rows } = await sql<PackedBox>`
    select b.asset_id, b.job_id, a.identifier, a.kind, coalesce(cardinality(b.parcels), b.job_parcels) as parcels,
           b.parcels as codes
      from binding b join asset a on a.tenant_id = b.tenant_id and a.id = b.asset_id
     where b.tenant_id = ${tenant} and b.job_id = any(${jobIds}::text[]) and b.kind = 'parcels'
       and b.to_at is null
     order by b.from_at, b.id`.execute(db);
  return rows;
}

/** Empty with all that stands in them, and due for return or at home elsewhere. */
export async function listWaitingBoxes(
  db: Kysely<Tables>,
  tenant: string,
  siteIds: readonly string[],
): Promise<WaitingBox[]> {
  const { rows } = await sql<WaitingBox>`
    select a.identifier, a.kind, b.site_id
      from binding b join asset a on a.tenant_id = b.tenant_id and a.id = b.asset_id
     where b.tenant_id = ${tenant} and b.site_id = any(${siteIds}::text[]) and b.kind = 'place'
       and b.to_at is null and a.retired_at is null
       and (a.state = 'due_for_return' or a.home_site_id <> b.site_id)
       and not exists (
         with recursive inside (id) as (
           select b.asset_id
           union
           select n.asset_id from inside i
             join binding n on n.tenant_id = ${tenant} and n.in_asset_id = i.id and n.to_at is null)
         select from inside i
           join binding p on p.tenant_id = ${tenant} and p.asset_id = i.id
          where p.kind = 'parcels' and p.to_at is null)
     order by a.identifier`.execute(db);
  return rows;
}
