import { query } from '../define.ts';
import { toVehicleResource } from '../domain/crew.ts';
import { listVehicles as find } from '../store/vehicles.ts';

export const listVehicles = query('listVehicles', async (page, { db, tenant }) => {
  const found = await find(db, tenant, { before: page.starting_after, max: page.limit + 1 });
  return {
    object: 'list',
    data: found.slice(0, page.limit).map(toVehicleResource),
    has_more: found.length > page.limit,
  };
});
