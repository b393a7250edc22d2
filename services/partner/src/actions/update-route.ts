import { calendar } from '../adapters/calendar.ts';
import { command } from '../define.ts';
import { changeStatus, toRouteResource } from '../domain/route.ts';
import { lockRoute, saveRoute } from '../store/routes.ts';
import { changeWaitingStops } from '../store/stops.ts';

export const updateRoute = command('updateRoute', {
  /** Jobs that are booked stay booked; cancelling them is the client's to decide. */
  handle: async ({ id, status }, { db, tenant, now }) => {
    const before = await lockRoute(db, tenant, id);
    const after = changeStatus(before, status, now);
    if (after !== before) {
      await saveRoute(db, tenant, after);
      const move =
        status === 'active' ? (['skipped', 'due'] as const) : (['due', 'skipped'] as const);
      await changeWaitingStops(db, { tenant, route_id: id, now }, move);
    }
    return toRouteResource(after, now, calendar);
  },
});
