/** Units and boxes go with their parcels: a transfer takes them to the vehicle of the new courier. */
import type { TrackingWriteContext } from '../../define.ts';
import { placeSubject } from '../../domain/boxes/asset-binding.ts';
import { nowhere } from '../../domain/boxes/unit.ts';
import type { TrackedJobRecord } from '../../domain/tracked-job.ts';
import { lockAsset } from '../../store/boxes/assets.ts';
import { listBoxesLeftBehind } from '../../store/boxes/job-boxes.ts';
import { listUnitPlaces, listUnitsAround } from '../../store/boxes/units.ts';
import { begin } from './change-bindings.ts';

interface Move extends Pick<TrackedJobRecord, 'tenant_id' | 'job_id' | 'vehicle_id'> {
  /** In the chain of custody. */
  by: string;
  at: Date;
  /** Labels of units that were scanned; those with parcels of the job go along with all in them. */
  units: readonly string[];
}

export async function followParcels(
  context: TrackingWriteContext,
  { by, at, units: labels, ...job }: Move,
): Promise<void> {
  const { db } = context;
  const { vehicle_id } = job;
  if (vehicle_id === null) return;
  const move = async (tenant: string, asset_id: string) => {
    const asset = await lockAsset(db, tenant, asset_id);
    const known = await listUnitPlaces(db, tenant, { assetIds: [asset_id] });
    const { placed_at, ...place } = known.get(asset_id) ?? nowhere;
    const isLate = placed_at !== null && placed_at >= at;
    if (!asset || isLate || place.vehicle_id === vehicle_id) return;
    const subject = placeSubject({ vehicle_id });
    await begin({ ...context, tenant }, asset, { subject, by, from: at, replace: true });
  };
  const named = labels.length > 0 ? await listUnitsAround(db, { ...job, labels, at }) : [];
  const boxes = await listBoxesLeftBehind(db, job, at);
  for (const { tenant_id, asset_id } of [...named, ...boxes]) await move(tenant_id, asset_id);
}
