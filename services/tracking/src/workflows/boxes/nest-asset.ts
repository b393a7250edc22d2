/** Assets that stand in another one. */
import { Refusal } from '@svc/kit/refusal';
import type { TrackingWriteContext } from '../../define.ts';
import { type AssetRecord, useFor } from '../../domain/boxes/asset.ts';
import type { BindingRecord } from '../../domain/boxes/asset-binding.ts';
import { requireNesting } from '../../domain/boxes/unit.ts';
import { lockAsset, saveAsset } from '../../store/boxes/assets.ts';
import { listNestings, listUnitPlaces } from '../../store/boxes/units.ts';

/** The asset that another one is to be put into. */
export function requireOuter(asset: AssetRecord | undefined): AssetRecord {
  if (!asset) throw new Refusal('unknown_asset', 'No asset with this id or label to put it into.');
  return asset;
}

/**
 * Checks a new place in another asset, which then is in use. What is around it is locked: none of it
 * moves meanwhile, so that the probes inside follow. Nestings of the carrier must be locked.
 */
export async function nest(
  { db, tenant, now }: TrackingWriteContext,
  asset: AssetRecord,
  { in_asset_id, from_at: from, to_at: to, bound_by: by }: BindingRecord,
): Promise<void> {
  if (in_asset_id === null) return;
  const outer = requireOuter(await lockAsset(db, tenant, in_asset_id));
  const span = { inner: asset.id, outer: outer.id, from, to };
  requireNesting(asset, outer, await listNestings(db, tenant, span));
  const places = await listUnitPlaces(db, tenant, { assetIds: [outer.id] });
  for (const { id } of places.get(outer.id)?.units ?? []) await lockAsset(db, tenant, id);
  await saveAsset(db, tenant, useFor(outer, { by, now }));
}
