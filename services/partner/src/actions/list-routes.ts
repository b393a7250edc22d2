import { pageOf } from '@svc/kit/page';
import { calendar } from '../adapters/calendar.ts';
import { query } from '../define.ts';
import { toRouteResource } from '../domain/route.ts';
import { listRoutes as listStored } from '../store/routes.ts';

export const listRoutes = query('listRoutes', async (filter, { db, tenant, now }) => {
  const routes = await listStored(db, tenant, filter);
  const found = routes.map((route) => toRouteResource(route, now, calendar));
  return pageOf(found, filter.limit);
});
