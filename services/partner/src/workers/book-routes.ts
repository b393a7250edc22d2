import { worker } from '../define.ts';
import { bookRouteStops } from '../workflows/book-route-stops.ts';

/** Poll loop of the route booking; failures are retried by the next poll. */
export const bookRoutes = worker('book-routes', (context) =>
  context.poll({ idleMs: context.config.SVC_ROUTES_POLL_MS, pass: () => bookRouteStops(context) }),
);
