import { byCarrier } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import { Refusal } from '@svc/kit/refusal';
import { command, query, type TrackingWriteContext } from '../define.ts';
import { probeSubject } from '../domain/boxes/asset-binding.ts';
import { toDeviceResource } from '../domain/telemetry/provider.ts';
import { lockAsset } from '../store/boxes/assets.ts';
import { listBindingsSince } from '../store/boxes/bindings.ts';
import {
  findPresentAsset,
  listDeviceStatuses,
  listDevices as listStored,
  moveFeeds,
  putDevice,
} from '../store/devices.ts';
import { findVehicle } from '../store/vehicles.ts';
import { begin, end } from '../workflows/boxes/change-bindings.ts';

export const createDevice = command('createDevice', {
  handle: async ({ device_id, vehicle_id, asset_id, ...input }, context) => {
    const { temperature_class, calibrated_until } = input;
    const { db, tenant, now } = context;
    const vehicle = await findVehicle(db, tenant, vehicle_id);
    if (!vehicle) throw new Refusal('unknown_vehicle', 'No vehicle with this id.');
    const wanted = {
      ...{ id: newId('dev_', now), device_id, vehicle_id, created_at: now },
      ...(temperature_class !== undefined && { temperature_class }),
      ...(calibrated_until !== undefined && { calibrated_until }),
    };
    const device = await putDevice(db, tenant, wanted);
    await moveFeeds(db, tenant, device);
    if (asset_id !== undefined) await putInAsset(context, { device_id, asset_id });
    return toDeviceResource({
      ...device,
      asset_id: await findPresentAsset(db, tenant, device_id),
    });
  },
});

/** From now on; null takes it out of the asset that it is in. */
async function putInAsset(
  context: TrackingWriteContext & { actor: string },
  { device_id, asset_id }: { device_id: string; asset_id: string | null },
): Promise<void> {
  const { db, tenant, now, actor } = context;
  const by = byCarrier(actor, undefined);
  const present = await findPresentAsset(db, tenant, device_id);
  const asset = await lockAsset(db, tenant, asset_id ?? present ?? '');
  if (asset_id === null) {
    const own = { assetIds: [present ?? ''], since: now };
    const known = present === null ? [] : await listBindingsSince(db, tenant, own);
    const binding = known.find((each) => each.device_id === device_id);
    if (asset && binding) await end(context, asset, { binding, to: now, by, isStated: false });
    return;
  }
  if (!asset) throw new Refusal('unknown_asset', 'No asset with this id.');
  await begin(context, asset, { subject: probeSubject(device_id), by, from: now, replace: true });
}

export const listDevices = query('listDevices', async (page, { db, tenant }) => {
  const { provider_id: providerId, starting_after: before, limit } = page;
  const found = await listStored(db, tenant, { providerId, before, max: limit + 1 });
  const shown = found.slice(0, limit);
  const ids = shown.map(({ device_id }) => device_id);
  const statuses = await listDeviceStatuses(db, tenant, ids);
  const byDevice = new Map(statuses.map((status) => [status.device_id, status]));
  return {
    object: 'list',
    data: shown.map((device) => toDeviceResource(device, byDevice.get(device.device_id))),
    has_more: found.length > limit,
  };
});
