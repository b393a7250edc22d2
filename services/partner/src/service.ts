import { partner } from '@svc/contracts';
import { defineService } from '@svc/kit/service';
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
import { calls } from './define.ts';
import { migrations } from './migrations/index.ts';
import { onJobEvent } from './reactions/on-job-event.ts';
import { bookRoutes } from './schedules/book-routes.ts';
import { forgetExpired } from './schedules/forget-expired.ts';
import { purge } from './schedules/purge.ts';

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
  schedules: [purge],
  migrations,
  workers: [bookRoutes],
  forget: forgetExpired,
});
