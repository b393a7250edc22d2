/** Parcels that are brought back lie in the boxes in which those of the original job lay. */
import { newId } from '@svc/kit/ids';
import type { TrackingWriteContext } from '../../define.ts';
import { requireAsset } from '../../domain/boxes/asset.ts';
import { planBinding } from '../../domain/boxes/asset-binding.ts';
import { findAsset } from '../../store/boxes/assets.ts';
import { insertBindings, listBoxesAt, listRivals } from '../../store/boxes/bindings.ts';
import { tell } from './change-bindings.ts';

export interface ReturnedParcels {
  tenant_id: string;
  job_id: string;
  ref: string;
  return_of: string;
  /** Since when they are those of the return, and who made it. */
  at: Date;
  by: string;
  /** When they left the carrier, if they have. */
  until: Date | null;
}

/** The slot of the return must be locked. What was recorded for the return itself counts. */
export async function takeOverBoxes(
  context: Pick<TrackingWriteContext, 'db' | 'now' | 'emit'>,
  { return_of, at, by, until, tenant_id, ...returned }: ReturnedParcels,
): Promise<void> {
  const { db, now } = context;
  const boxes = await listBoxesAt(db, { tenant_id, job_id: return_of, at });
  const newBinding = () => newId('bnd_', now);
  for (const [tenant, own] of Map.groupBy(boxes, (each) => each.tenant_id)) {
    const begun = own.map(({ tenant_id: _, ...box }) => ({
      ...{ ...box, ...returned, id: newBinding(), from_at: at, to_at: null },
      ...{ bound_by: by, ended_by: null, created_at: now },
    }));
    const known = begun[0] ? await listRivals(db, tenant, begun[0]) : [];
    if ((until && until <= at) || known.some(({ from_at }) => from_at <= at)) continue;
    for (const wanted of begun) {
      const plan = planBinding(known, wanted, { replace: true, until, newId: newBinding });
      await insertBindings(db, tenant, plan.begun);
      const asset = requireAsset(await findAsset(db, tenant, { id: wanted.asset_id }));
      await tell({ ...context, tenant }, asset, plan);
    }
  }
}
