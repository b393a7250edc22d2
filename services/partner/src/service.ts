import { partner } from '@svc/contracts';
import { defineService, migrationsIn } from '@svc/kit/service';
import { getManifest, pushManifest } from './actions/manifests.ts';
import { getOrder, ready } from './actions/orders.ts';
import { quote } from './actions/quote.ts';
import { getReception, receiveSpecimens } from './actions/reception.ts';
import { createRoute, getRoute, listRoutes, updateRoute } from './actions/routes.ts';
import { feedStock } from './actions/stock.ts';
import { config } from './config.ts';
import { calls, purge } from './define.ts';
import { onJobEvent } from './reactions/on-job-event.ts';
import { eraseReceptionNotes } from './reactions/on-proof-erased.ts';
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
    receiveSpecimens,
    getReception,
    createRoute,
    listRoutes,
    getRoute,
    updateRoute,
  },
  reactions: [onJobEvent],
  batchingDelaysMs: { jobs: 50 },
  schedules: [purgeExpired],
  migrations: migrationsIn(import.meta.dirname),
  workers: [bookRoutes],
  // A sandbox tenant has no orders: its only rows are collections of its jobs.
  purge: purge(['accounts', 'jobs'], { tables: ['collection'] }),
  erasure: eraseReceptionNotes,
});
