import type { DelivererContext } from '../define.ts';
import { type DeliveryResult, leaseMs, recordResults } from './delivery-queue.ts';

export interface ResultWriter {
  /** Announces results; they count as pending until written. */
  expect(rows: number): void;
  write(result: DeliveryResult): void;
  /** Cancels one announced result. */
  release(): void;
  /** Announced results that are not written yet. */
  pending(): number;
  /** Resolves when all results are written or abandoned. */
  drain(): Promise<void>;
}

/** Results per transaction; each may hold an excerpt of 16 KB. */
const batchMax = 100;
/** How long a result waits for others, unless deliveries wait for its slot or they fill a batch, ms. */
const batchingDelayMs = 20;
const retryPauseMs = 250;

/**
 * Group commit: results share a write with those that arrived within the batching delay or during
 * the previous write. Calls `written` when slots free up, with whether further deliveries of their
 * queues are due.
 */
export function createResultWriter(
  context: DelivererContext,
  written: (more: boolean) => void,
): ResultWriter {
  const waiting: DeliveryResult[] = [];
  let expected = 0;
  let isWriting = false;
  let writing = Promise.resolve();
  let delay: NodeJS.Timeout | undefined;
  let isDraining = false;
  const isUrgent = () =>
    isDraining || waiting.length >= batchMax || waiting.some(({ row }) => row.is_full);
  const flush = async () => {
    do {
      const batch = waiting.splice(0, batchMax);
      const more = await persist(context, batch);
      expected -= batch.length;
      written(more);
    } while (waiting.length > 0 && isUrgent());
    isWriting = false;
    schedule();
  };
  const start = () => {
    clearTimeout(delay);
    delay = undefined;
    isWriting = true;
    writing = flush();
  };
  const schedule = () => {
    if (isWriting || waiting.length === 0) return;
    if (isUrgent()) start();
    else delay ??= setTimeout(start, batchingDelayMs);
  };
  return {
    expect: (rows) => {
      expected += rows;
    },
    write: (result) => {
      waiting.push(result);
      schedule();
    },
    release: () => {
      expected -= 1;
      written(true);
    },
    pending: () => expected,
    drain: async () => {
      isDraining = true;
      schedule();
      while (isWriting) await writing;
    },
  };
}

/** Retries until the leases end; after that another worker may have claimed the deliveries. */
async function persist(
  context: DelivererContext,
  batch: readonly DeliveryResult[],
): Promise<boolean> {
  const deadline = performance.now() + leaseMs(context.config);
  for (;;) {
    try {
      return await recordResults(context, batch);
    } catch (err) {
      context.log.warn({ err, deliveries: batch.length }, 'recording deliveries failed');
      if (performance.now() > deadline) return true;
      await new Promise((done) => setTimeout(done, retryPauseMs));
    }
  }
}
