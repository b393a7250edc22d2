/** Boxes go with their parcels: a transfer takes them to the vehicle of the new courier. */
import type { TrackingWriteContext } from '../../define.ts';
import { placeSubject } from '../../domain/boxes/asset-binding.ts';
import type { TrackedJobRecord } from '../../domain/tracked-job.ts';
import { lockAsset } from '../../store/boxes/assets.ts';
import { listBoxesLeftBehind } from '../../store/boxes/job-boxes.ts';
import { begin } from './change-bindings.ts';

interface Move extends Pick<TrackedJobRecord, 'tenant_id' | 'job_id' | 'vehicle_id'> {
  /** In the chain of custody. */
  by: string;
  at: Date;
}

export async function followParcels(
  context: TrackingWriteContext,
  { by, at, ...job }: Move,
): Promise<void> {
  const { db } = context;
  const { vehicle_id } = job;
  if (vehicle_id === null) return;
  for (const { tenant_id: tenant, asset_id } of await listBoxesLeftBehind(db, job, at)) {
    const asset = await lockAsset(db, tenant, asset_id);
    const subject = placeSubject({ vehicle_id });
    if (asset) await begin({ ...context, tenant }, asset, { subject, by, from: at, replace: true });
  }
}
