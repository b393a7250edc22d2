import { query } from '../define.ts';
import { toDeviceResource } from '../domain/telemetry/device.ts';
import { listDevices as find } from '../store/devices.ts';

export const listDevices = query('listDevices', async (page, { db, tenant }) => {
  const found = await find(db, tenant, { before: page.starting_after, max: page.limit + 1 });
  return {
    object: 'list',
    data: found.slice(0, page.limit).map(toDeviceResource),
    has_more: found.length > page.limit,
  };
});
