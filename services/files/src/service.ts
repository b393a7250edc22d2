import { files } from '@svc/contracts';
import { defineService, migrationsIn } from '@svc/kit/service';
import { get, getOwn, list, listOwn, storageUse } from './actions/files.ts';
import { putWholesaler } from './actions/wholesalers.ts';
import { config } from './config.ts';
import { calls, purge } from './define.ts';
import { onDeliveryCompleted } from './reactions/on-delivery-completed.ts';
import { eraseCopies } from './reactions/on-proof-erased.ts';
import { applyRetention } from './schedules/apply-retention.ts';
import { removeContents } from './tasks/remove-contents.ts';
import { fileExchange } from './workers/file-exchange.ts';
import { mailboxPoller } from './workers/mailbox-poller.ts';
import { metrics } from './workflows/metrics.ts';

export const filesService = defineService({
  contract: files,
  calls,
  config,
  actions: { putWholesaler, list, get, listOwn, getOwn, storageUse },
  reactions: [onDeliveryCompleted],
  // A proof file is promised within minutes.
  batchingDelaysMs: { jobs: 250 },
  schedules: [applyRetention],
  migrations: migrationsIn(import.meta.dirname),
  metrics,
  workers: [fileExchange, mailboxPoller],
  tasks: [removeContents],
  // A sandbox tenant sends no files: only the kit's event cursors are deleted.
  purge: purge(['accounts', 'jobs'], {}),
  erasure: eraseCopies,
});
