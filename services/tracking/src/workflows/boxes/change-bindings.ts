/** Changes of bindings: planned under locks, stored with what follows from them, told to custody. */
import type { CustodyFact } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import { Refusal } from '@svc/kit/refusal';
import type { TrackingWriteContext } from '../../define.ts';
import { type AssetRecord, requireAsset, useFor } from '../../domain/boxes/asset.ts';
import {
  type BindingPlan,
  type BindingRecord,
  type BindingSubject,
  endedBinding,
  planBinding,
  presentBinding,
  slotOf,
} from '../../domain/boxes/asset-binding.ts';
import { bindingFact, type OuterUnit, placeWith } from '../../domain/boxes/binding-fact.ts';
import { nowhere } from '../../domain/boxes/unit.ts';
import { findAsset, saveAsset } from '../../store/boxes/assets.ts';
import {
  findBinding,
  insertBindings,
  listBindingsSince,
  listProbesIn,
  listRivals,
  lockSlots,
  saveEnds,
} from '../../store/boxes/bindings.ts';
import { type CertifiedJob, lockTouchedJobs, lockTrackedJob } from '../../store/boxes/job-boxes.ts';
import { listInnerUnits, listUnitPlaces } from '../../store/boxes/units.ts';
import { moveDevice } from '../../store/devices.ts';
import { nest } from './nest-asset.ts';

export interface Beginning {
  subject: Omit<BindingSubject, 'asset_id'>;
  by: string;
  from: Date;
  /** Whether a present binding that is in the way ends. */
  replace: boolean;
}
export interface Ending {
  binding: BindingRecord;
  by: string;
  to: Date;
  /** Whether somebody named the time. */
  isStated: boolean;
}

/** The asset must be locked. */
export async function begin(
  context: TrackingWriteContext,
  asset: AssetRecord,
  { subject, by, from, replace }: Beginning,
): Promise<BindingRecord> {
  const { db, tenant, now } = context;
  const wanted: BindingRecord = {
    ...{ ...subject, asset_id: asset.id, id: newId('bnd_', now), from_at: from, to_at: null },
    ...{ bound_by: by, ended_by: null, created_at: now },
  };
  await lockSlots(db, [slotOf(wanted)]);
  const until = await endOfParcels(context, wanted);
  const known = await listRivals(db, tenant, wanted);
  const present = presentBinding(known, wanted);
  if (present) return present;
  await requireOpenTime(context, { ended: [], begun: [wanted] });
  const ids = { newId: () => newId('bnd_', now) };
  const plan = planBinding(known, wanted, { replace, until, ...ids });
  await requireOpenTime(context, { ended: plan.ended, begun: [] });
  await nest(context, asset, plan.binding);
  await saveEnds(db, tenant, plan.ended);
  await insertBindings(db, tenant, plan.begun);
  if (wanted.kind === 'parcels') await saveAsset(db, tenant, useFor(asset, { by, now }));
  if (plan.binding.to_at === null) await followBox(context, asset, plan.binding);
  await tell(context, asset, plan);
  return plan.binding;
}

export async function end(
  context: TrackingWriteContext,
  asset: AssetRecord,
  { binding: known, ...ending }: Ending,
): Promise<BindingRecord> {
  const { db, tenant } = context;
  await lockSlots(db, [slotOf(known)]);
  const { job_tenant_id, job_id } = known;
  if (job_tenant_id !== null && job_id !== null) await lockTrackedJob(db, job_tenant_id, job_id);
  // As it is under the locks: another box, or the hand-over, may have ended it.
  const binding = (await findBinding(db, tenant, known.id)) ?? known;
  const ended = endedBinding(binding, ending);
  if (ended === binding) return binding;
  const plan = { ended: [ended], begun: [] };
  await requireOpenTime(context, plan);
  await saveEnds(db, tenant, [ended]);
  await tell(context, asset, plan);
  return ended;
}

/** Until when the carrier has the parcels: what is recorded after the hand-over ends with it. */
async function endOfParcels(
  { db }: TrackingWriteContext,
  { job_tenant_id, job_id, ref, from_at }: BindingRecord,
): Promise<Date | null> {
  if (job_tenant_id === null || job_id === null) return null;
  const job = await lockTrackedJob(db, job_tenant_id, job_id);
  const end = job?.trace_ended_at ?? job?.ended_at ?? null;
  if (end && end <= from_at) {
    const detail = `The parcels of job ${ref} left the carrier earlier, at ${end.toISOString()}.`;
    throw new Refusal('invalid_time', detail);
  }
  return end;
}

type Change = Pick<BindingPlan, 'ended' | 'begun'>;

/**
 * Refuses what would move probes or parcels in a certified time; places decide on no reading. An end
 * moves what was there until it ended, or for ever.
 */
async function requireOpenTime({ db, tenant }: TrackingWriteContext, { ended, begun }: Change) {
  const moved = [
    ...ended.map((each) => ({ each, from: each.to_at ?? each.from_at, to: null })),
    ...begun.map((each) => ({ each, from: each.from_at, to: each.to_at })),
  ];
  for (const { each, from, to } of moved) {
    if (each.kind === 'place') continue;
    const touched = {
      assetId: each.kind === 'probe' ? each.asset_id : null,
      ...{ jobId: each.job_id, deviceId: each.device_id, since: from },
    };
    const sealed = await lockTouchedJobs(db, tenant, touched);
    const certified = sealed.find((job) => job.trace_to > from && (!to || job.trace_from < to));
    if (certified) throw certifiedTime(certified);
  }
}

const certifiedTime = ({ ref, trace_from, trace_to }: CertifiedJob): Refusal =>
  new Refusal(
    'certified_time',
    `The cold chain of job ${ref} is certified from ${trace_from.toISOString()} to ${trace_to.toISOString()}.`,
  );

/** Probes report from the vehicle that their box is in, by itself or with what it stands in. */
async function followBox(
  { db, tenant, now }: TrackingWriteContext,
  asset: AssetRecord,
  begun: BindingRecord,
) {
  if (begun.kind === 'parcels') return;
  const places = await listUnitPlaces(db, tenant, { assetIds: [asset.id] });
  const { vehicle_id } = places.get(asset.id) ?? nowhere;
  if (vehicle_id === null) return;
  const moved = await listInnerUnits(db, tenant, { assetId: asset.id });
  for (const device_id of await listProbesIn(db, tenant, moved)) {
    await moveDevice(db, tenant, { device_id, vehicle_id, placed_at: now });
  }
}

/** One event for each job whose parcels a change concerns: the chain of each has it. */
export async function tell(
  context: Pick<TrackingWriteContext, 'db' | 'tenant' | 'emit'>,
  asset: AssetRecord,
  change: Change,
): Promise<void> {
  const { db, tenant, emit } = context;
  const changes = [
    ...change.ended.map((binding) => ({ binding, isBegun: false })),
    ...change.begun.map((binding) => ({ binding, isBegun: true })),
  ];
  for (const { binding, isBegun } of changes) {
    const at = isBegun ? binding.from_at : (binding.to_at ?? binding.from_at);
    const own = { assetIds: [binding.asset_id], since: at };
    const beside = await listBindingsSince(db, tenant, own);
    const holding = beside.filter(({ from_at }) => from_at <= at || binding.kind === 'parcels');
    const outer = await outerOf(context, placeWith(binding, holding), at);
    const { identifier } =
      binding.asset_id === asset.id
        ? asset
        : requireAsset(await findAsset(db, tenant, { id: binding.asset_id }));
    const fact: CustodyFact = bindingFact(binding, {
      ...{ isBegun, identifier, outer, beside: holding },
    });
    for (const { job_tenant_id, job_id, ref } of await parcelsOf(context, binding, at)) {
      if (job_tenant_id === null || job_id === null || ref === null) continue;
      const key = { tenant: job_tenant_id, jobId: job_id };
      emit('binding.changed', { job_id, ref }, { custody: fact }, key);
    }
  }
}

type Reading = Pick<TrackingWriteContext, 'db' | 'tenant'>;

/** By job: what moves with an asset is in it, or in what stands in it; a probe is in it alone. */
async function parcelsOf(
  { db, tenant }: Reading,
  binding: BindingRecord,
  at: Date,
): Promise<BindingRecord[]> {
  const { kind, asset_id: assetId } = binding;
  if (kind === 'parcels') return [binding];
  const assetIds = kind === 'probe' ? [assetId] : await listInnerUnits(db, tenant, { assetId, at });
  const found = await listBindingsSince(db, tenant, { assetIds, since: at });
  const inside = found.filter((each) => each.kind === 'parcels' && each.from_at <= at);
  return [...new Map(inside.map((each) => [each.job_id, each])).values()];
}

/** The asset that one stands in, with where that was at this time. */
async function outerOf(
  { db, tenant }: Reading,
  place: BindingRecord | undefined,
  at: Date,
): Promise<OuterUnit | undefined> {
  const { in_asset_id: id = null, from_at = at } = place ?? {};
  if (id === null) return undefined;
  const { identifier } = requireAsset(await findAsset(db, tenant, { id }));
  const when = { assetIds: [id], at: at < from_at ? from_at : at };
  return { ...((await listUnitPlaces(db, tenant, when)).get(id) ?? nowhere), identifier };
}
