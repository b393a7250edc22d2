import { worker } from '../define.ts';
import { flushBatches } from '../workflows/telemetry/flush-batches.ts';

/** Runs in every replica; an advisory lock lets one of them flush at a time. */
export const flushReadings = worker('flush-readings', ({ config, poll, transaction }) =>
  poll({ idleMs: config.SVC_TELEMETRY_GATHER_MS, pass: () => transaction(flushBatches) }),
);
