import { newId } from '@svc/kit/ids';
import { Refusal } from '@svc/kit/refusal';
import { command, query } from '../define.ts';
import { toDeviceResource } from '../domain/telemetry/provider.ts';
import {
  listDeviceStatuses,
  listDevices as listStored,
  moveFeeds,
  putDevice,
} from '../store/devices.ts';
import { findVehicle } from '../store/vehicles.ts';

export const createDevice = command('createDevice', {
  handle: async ({ device_id, vehicle_id, temperature_class }, { db, tenant, now }) => {
    const vehicle = await findVehicle(db, tenant, vehicle_id);
    if (!vehicle) throw new Refusal('unknown_vehicle', 'No vehicle with this id.');
    const wanted = {
      ...{ id: newId('dev_', now), device_id, vehicle_id, created_at: now },
      ...(temperature_class !== undefined && { temperature_class }),
    };
    const device = await putDevice(db, tenant, wanted);
    await moveFeeds(db, tenant, device);
    return toDeviceResource(device);
  },
});

export const listDevices = query('listDevices', async (page, { db, tenant }) => {
  const found = await listStored(db, tenant, { before: page.starting_after, max: page.limit + 1 });
  const shown = found.slice(0, page.limit);
  const ids = shown.map(({ device_id }) => device_id);
  const statuses = await listDeviceStatuses(db, tenant, ids);
  const byDevice = new Map(statuses.map((status) => [status.device_id, status]));
  return {
    object: 'list',
    data: shown.map((device) => toDeviceResource(device, byDevice.get(device.device_id))),
    has_more: found.length > page.limit,
  };
});
