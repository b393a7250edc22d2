import { webhooks } from '@svc/contracts';
import { defineService, migrationsIn } from '@svc/kit/service';
import { deskDeliveries, listDeliveries, replay, test } from './actions/deliveries.ts';
import { create, get, list, remove, rotateSecret, update } from './actions/endpoints.ts';
import { listEvents } from './actions/events.ts';
import { purpose } from './adapters/hmac-signature.ts';
import { config } from './config.ts';
import { calls, purge } from './define.ts';
import { fanOut } from './reactions/fan-out.ts';
import { erasePersonalData } from './reactions/on-proof-erased.ts';
import { continueReplays } from './schedules/continue-replays.ts';
import { disableFailing } from './schedules/disable-failing-endpoints.ts';
import { giveUp, purgeJobNumbers, purgeLog } from './schedules/retention.ts';
import { deliver } from './workers/deliver.ts';
import { metrics } from './workflows/metrics.ts';

export const webhooksService = defineService({
  contract: webhooks,
  calls,
  config,
  actions: {
    create,
    list,
    get,
    update,
    remove,
    rotateSecret,
    test,
    listDeliveries,
    deskDeliveries,
    replay,
    listEvents,
  },
  reactions: fanOut,
  schedules: [purgeLog, purgeJobNumbers, giveUp, disableFailing, continueReplays],
  encrypted: [
    { table: 'endpoint', column: 'secret', purpose },
    { table: 'endpoint', column: 'old_secret', purpose },
  ],
  migrations: migrationsIn(import.meta.dirname),
  metrics,
  workers: [deliver],
  // Events are not stored on the sandbox; only consumer positions are purged.
  purge: purge(['accounts', 'jobs'], {}),
  erasure: erasePersonalData,
});
