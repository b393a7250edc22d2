import { pageOf } from '@svc/kit/page';
import { query } from '../define.ts';
import { toVehicleResource } from '../domain/vehicle.ts';
import { listVehicles as find } from '../store/vehicles.ts';

export const listVehicles = query('listVehicles', async (page, { db, tenant }) => {
  const found = await find(db, tenant, { before: page.starting_after, max: page.limit + 1 });
  return pageOf(found.map(toVehicleResource), page.limit);
});
