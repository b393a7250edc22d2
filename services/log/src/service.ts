import { transparencyLog } from '@svc/contracts';
import { defineService, migrationsIn } from '@svc/kit/service';
import { resume, startAnew, status } from './actions/operations.ts';
import { proofs } from './actions/proofs.ts';
import { checkpoint, policy, tile } from './actions/tiles.ts';
import { purpose } from './adapters/log-key.ts';
import { config } from './config.ts';
import { calls } from './define.ts';
import { onLogEntriesSubmitted } from './reactions/on-log-entries-submitted.ts';
import { purgeCheckpoints } from './schedules/purge-checkpoints.ts';
import { publishCheckpoints } from './workers/publish-checkpoints.ts';
import { sequenceWaiting } from './workers/sequence-entries.ts';
import { metrics } from './workflows/metrics.ts';

export const logService = defineService({
  contract: transparencyLog,
  calls,
  config,
  actions: { checkpoint, tile, policy, proofs, status, resume, startAnew },
  reactions: [onLogEntriesSubmitted],
  // One by one, submissions cost more than all the rest of the log; a checkpoint is promised within 2 s.
  batchingDelaysMs: { custody: 500 },
  schedules: [purgeCheckpoints],
  workers: [sequenceWaiting, publishCheckpoints],
  encrypted: [{ table: 'tree', column: 'encrypted_secret', purpose }],
  migrations: migrationsIn(import.meta.dirname),
  metrics,
});
