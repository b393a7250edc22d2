import { calendar } from '../adapters/calendar.ts';
import { query } from '../define.ts';
import { toRouteResource } from '../domain/route.ts';
import { getRoute as getStored } from '../store/routes.ts';
import { listLatestStops } from '../store/stops.ts';

const runsMax = 100;

export const getRoute = query('getRoute', async ({ id }, { db, tenant, now }) => {
  const route = await getStored(db, tenant, id);
  const stops = await listLatestStops(db, tenant, { route_id: id, max: runsMax });
  const runs = stops.map(({ run_on, stop, site_id, window, status, reason, job_id, ref }) => ({
    run_on,
    stop,
    site_id,
    window,
    status,
    reason,
    job_id,
    ref,
  }));
  return { ...toRouteResource(route, now, calendar), runs };
});
