import { partner } from '@svc/contracts';
import { defineService, migrationsIn } from '@svc/kit/service';
import { createRoute } from './actions/create-route.ts';
import { feedStock } from './actions/feed-stock.ts';
import { getManifest } from './actions/get-manifest.ts';
import { getOrder } from './actions/get-order.ts';
import { getRoute } from './actions/get-route.ts';
import { listRoutes } from './actions/list-routes.ts';
import { pushManifest } from './actions/push-manifest.ts';
import { quote } from './actions/quote.ts';
import { ready } from './actions/ready.ts';
import { updateRoute } from './actions/update-route.ts';
import { config } from './config.ts';
import { calls, purge } from './define.ts';
import { onJobEvent } from './reactions/on-job-event.ts';
import { purgeExpired } from './schedules/purge.ts';
import { bookRoutes } from './workers/book-routes.ts';

export const partnerService = defineService({
  contract: partner,
  calls,
  config,
  actions: {
    quote,
    ready,
    getOrder,
    feedStock,
    pushManifest,
    getManifest,
    createRoute,
    listRoutes,
    getRoute,
    updateRoute,
  },
  reactions: [onJobEvent],
  schedules: [purgeExpired],
  migrations: migrationsIn(import.meta.dirname),
  workers: [bookRoutes],
  // A sandbox tenant has no orders: its only rows are collections of its jobs.
  purge: purge(['accounts', 'jobs'], { tables: ['collection'] }),
  erasure: {},
});
