import { webhooks } from '@svc/contracts';
import { defineService, migrationsIn } from '@svc/kit/service';
import {
  deskDeliveries,
  health,
  listDeliveries,
  replay,
  test,
  usage,
} from './actions/deliveries.ts';
import { create, get, list, remove, rotateSecret, update } from './actions/endpoints.ts';
import { getEvent, listEvents } from './actions/events.ts';
import {
  acknowledge,
  listOpsChanges,
  listOpsEventKinds,
  listOpsEvents,
  recordDisposition,
} from './actions/ops-events.ts';
import { purpose } from './adapters/hmac-signature.ts';
import { config } from './config.ts';
import { calls, purge } from './define.ts';
import { fanOut } from './reactions/fan-out.ts';
import { onDeskEvent } from './reactions/on-desk-event.ts';
import { onDocumentRenewed } from './reactions/on-document-renewed.ts';
import { erasePersonalData } from './reactions/on-proof-erased.ts';
import { continueReplays } from './schedules/continue-replays.ts';
import { disableFailing } from './schedules/disable-failing-endpoints.ts';
import { giveUp, purgeJobNumbers, purgeLog } from './schedules/retention.ts';
import { deliver } from './workers/deliver.ts';
import { watchAlarms } from './workers/watch-alarms.ts';
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
    health,
    usage,
    deskDeliveries,
    replay,
    listEvents,
    getEvent,
    listOpsEvents,
    listOpsChanges,
    acknowledge,
    listOpsEventKinds,
    recordDisposition,
  },
  reactions: [...fanOut, ...onDeskEvent, onDocumentRenewed],
  schedules: [purgeLog, purgeJobNumbers, giveUp, disableFailing, continueReplays],
  encrypted: [
    { table: 'endpoint', column: 'secret', purpose },
    { table: 'endpoint', column: 'old_secret', purpose },
  ],
  migrations: migrationsIn(import.meta.dirname),
  metrics,
  workers: [deliver, watchAlarms],
  purge: purge(['accounts', 'jobs'], {
    tables: [
      'replay',
      'wake_up',
      'pending_delivery',
      'delivery',
      'endpoint_queue',
      'endpoint',
      'event',
      'job_number',
      'job_number_purged',
    ],
  }),
  erasure: erasePersonalData,
});
