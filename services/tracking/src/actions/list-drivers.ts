import { pageOf } from '@svc/kit/page';
import { query } from '../define.ts';
import { toDriverResource } from '../domain/driver.ts';
import { listDrivers as find } from '../store/drivers.ts';

export const listDrivers = query('listDrivers', async (page, { db, tenant }) => {
  const found = await find(db, tenant, { before: page.starting_after, max: page.limit + 1 });
  return pageOf(found.map(toDriverResource), page.limit);
});
