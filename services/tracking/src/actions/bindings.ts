import { byCarrier } from '@svc/contracts';
import { toPage } from '@svc/kit/page';
import { Refusal } from '@svc/kit/refusal';
import { command, query } from '../define.ts';
import { requireAsset } from '../domain/boxes/asset.ts';
import {
  boundTime,
  parcelsSubject,
  placeSubject,
  probeSubject,
  toBindingResource,
} from '../domain/boxes/asset-binding.ts';
import { nowhere, wholeUnits } from '../domain/boxes/unit.ts';
import { findAsset, lockAsset } from '../store/boxes/assets.ts';
import { findBinding, listBindings as listStored } from '../store/boxes/bindings.ts';
import { listPackedBoxes, listWaitingBoxes } from '../store/boxes/courier-boxes.ts';
import { listUnitContents, listUnitPlaces, lockNestings } from '../store/boxes/units.ts';
import { isDevice } from '../store/devices.ts';
import { findVehicle } from '../store/vehicles.ts';
import { begin, end } from '../workflows/boxes/change-bindings.ts';
import { requireSite } from '../workflows/boxes/known-site.ts';
import { requireOuter } from '../workflows/boxes/nest-asset.ts';
import { placeInVehicle } from '../workflows/boxes/place-in-vehicle.ts';

export const bindAsset = command('bindAsset', {
  gather: async ({ job_id, site_id }, { clients }) => {
    await requireSite(clients, site_id);
    return job_id === undefined ? undefined : clients.jobs.locateForDesk({ id: job_id });
  },
  gathersFirst: true,
  handle: async (input, context) => {
    const { db, tenant, now, actor, gathered: job } = context;
    const { device_id, vehicle_id, site_id, in_asset_id, parcels = null } = input;
    const from = boundTime(input.from, now);
    if (in_asset_id !== undefined) await lockNestings(db, tenant);
    const asset = requireAsset(await lockAsset(db, tenant, input.id));
    if (in_asset_id !== undefined) requireOuter(await findAsset(db, tenant, { id: in_asset_id }));
    if (device_id !== undefined && !(await isDevice(db, tenant, device_id))) {
      throw new Refusal('unknown_device', 'No device with this id is registered.');
    }
    if (vehicle_id !== undefined && !(await findVehicle(db, tenant, vehicle_id))) {
      throw new Refusal('unknown_vehicle', 'No vehicle with this id.');
    }
    const place = { vehicle_id: vehicle_id ?? null, site_id: site_id ?? null };
    const placed = placeSubject({ ...place, in_asset_id: in_asset_id ?? null });
    const bare = device_id === undefined ? placed : probeSubject(device_id);
    const subject = job ? parcelsSubject(job, parcels) : bare;
    const by = byCarrier(actor, undefined);
    const { replace } = input;
    return toBindingResource(await begin(context, asset, { subject, by, from, replace }));
  },
});

export const endBinding = command('endBinding', {
  handle: async ({ id, to: said }, context) => {
    const { db, tenant, now, actor } = context;
    const binding = await findBinding(db, tenant, id);
    if (!binding) throw new Refusal('binding_not_found', 'No binding with this id.');
    const to = boundTime(said, now);
    const asset = requireAsset(await lockAsset(db, tenant, binding.asset_id));
    const by = byCarrier(actor, undefined);
    const isStated = said !== undefined;
    return toBindingResource(await end(context, asset, { binding, to, by, isStated }));
  },
});

export const listBindings = query('listBindings', async (page, { db, tenant }) => {
  const { id: assetId, kind, starting_after: before, limit } = page;
  requireAsset(await findAsset(db, tenant, { id: assetId }));
  const found = await listStored(db, tenant, { assetId, kind, before, max: limit + 1 });
  return toPage(found.map(toBindingResource), limit);
});

export const boxesOfCourier = query('boxesOfCourier', async (asked, { db, tenant }) => {
  const [packed, take_along] = await Promise.all([
    listPackedBoxes(db, tenant, asked.job_ids),
    listWaitingBoxes(db, tenant, asked.site_ids),
  ]);
  const assetIds = packed.map(({ asset_id }) => asset_id);
  const places = await listUnitPlaces(db, tenant, { assetIds });
  const around = packed.map(({ asset_id }) => places.get(asset_id) ?? nowhere);
  const unitIds = [...new Set(around.flatMap(({ units }) => units.map(({ id }) => id)))];
  const contents = await listUnitContents(db, tenant, unitIds);
  const boxes = packed.map(({ asset_id: _, ...box }, n) => ({
    ...box,
    units: around[n]?.units.map(({ identifier }) => identifier) ?? [],
  }));
  return { boxes, take_along, whole: wholeUnits(around, contents, asked.job_ids) };
});

/** A phone reports what was done, at times long after: what it scanned last is where parcels are. */
export const packBox = command('packBox', {
  gather: async ({ id, courier_id }, { clients }) => {
    const job = await clients.jobs.locateForDesk({ id });
    if (job.driver_id !== courier_id) {
      throw new Refusal('job_not_found', 'No job with this id or reference.');
    }
    return job;
  },
  gathersFirst: true,
  handle: async ({ identifier, parcels, empty, into, at, courier_id }, context) => {
    const { db, tenant, now, actor, gathered: job } = context;
    const from = boundTime(at, now);
    if (into !== undefined) await lockNestings(db, tenant);
    const known = requireAsset(await findAsset(db, tenant, { identifier }));
    const asset = requireAsset(await lockAsset(db, tenant, known.id));
    const binder = { by: byCarrier(actor, courier_id), from, replace: true };
    const { vehicle_id = null } = job;
    const placed = await placeInVehicle(context, asset, { ...binder, vehicle_id, into });
    if (empty && placed) return toBindingResource(placed);
    const subject = parcelsSubject(job, parcels);
    return toBindingResource(await begin(context, asset, { ...binder, subject }));
  },
});
