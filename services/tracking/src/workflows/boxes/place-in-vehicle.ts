/** Boxes that a courier scans are in the vehicle of the job, by themselves or in a crate or cage there. */
import type { TrackingWriteContext } from '../../define.ts';
import { type AssetRecord, requireAsset } from '../../domain/boxes/asset.ts';
import { type BindingRecord, placeSubject } from '../../domain/boxes/asset-binding.ts';
import { findAsset, lockAsset } from '../../store/boxes/assets.ts';
import { listBindingsSince } from '../../store/boxes/bindings.ts';
import { listUnitPlaces } from '../../store/boxes/units.ts';
import { type Beginning, begin } from './change-bindings.ts';
import { requireOuter } from './nest-asset.ts';

interface Placing extends Omit<Beginning, 'subject'> {
  vehicle_id: string | null;
  /** Label of what it is put into; nestings of the carrier must then be locked. */
  into?: string | undefined;
}

/** Its place; undefined for a job without a vehicle. The asset must be locked. */
export async function placeInVehicle(
  context: TrackingWriteContext,
  asset: AssetRecord,
  { vehicle_id, into, ...binder }: Placing,
): Promise<BindingRecord | undefined> {
  const { db, tenant } = context;
  if (into !== undefined) {
    const { id } = requireOuter(await findAsset(db, tenant, { identifier: into }));
    const outer = requireAsset(await lockAsset(db, tenant, id));
    await placeInVehicle(context, outer, { ...binder, vehicle_id });
    return begin(context, asset, { ...binder, subject: placeSubject({ in_asset_id: id }) });
  }
  if (vehicle_id === null) return undefined;
  const subject = placeSubject({ vehicle_id });
  return (
    (await nestedThere(context, asset, { vehicle_id, from: binder.from })) ??
    begin(context, asset, { ...binder, subject })
  );
}

/** The present nesting of an asset that is in the vehicle with what it stands in. */
async function nestedThere(
  { db, tenant }: TrackingWriteContext,
  { id }: AssetRecord,
  { vehicle_id, from }: { vehicle_id: string; from: Date },
): Promise<BindingRecord | undefined> {
  const place = (await listUnitPlaces(db, tenant, { assetIds: [id], at: from })).get(id);
  if (place?.vehicle_id !== vehicle_id || place.in_asset_id === null) return undefined;
  const found = await listBindingsSince(db, tenant, { assetIds: [id], since: from });
  return found.find(({ in_asset_id, to_at }) => in_asset_id !== null && to_at === null);
}
