import type { DelivererContext } from './define.ts';
import { leaseMs, type Settled, settle } from './queue.ts';

export interface Recorder {
  /** Announces rows that will be recorded. */
  expect(rows: number): void;
  record(settled: Settled): void;
  /** One that was announced will not be recorded. */
  forget(): void;
  /** How many were announced and are not written yet. */
  open(): number;
  /** Resolves once all that was recorded is written, or given up. */
  drained(): Promise<void>;
}

/** Excerpts of up to 16 KB each: what one statement should carry. */
const batchMax = 100;
const retryPauseMs = 250;

/** Writes whatever has gathered while the last batch was being written. `written` frees places. */
export function createRecorder(context: DelivererContext, written: () => void): Recorder {
  const waiting: Settled[] = [];
  let expected = 0;
  let isWriting = false;
  let writing = Promise.resolve();
  const flush = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchMax);
      await persist(context, batch);
      expected -= batch.length;
      written();
    }
    isWriting = false;
  };
  return {
    expect: (rows) => {
      expected += rows;
    },
    record: (settled) => {
      waiting.push(settled);
      if (isWriting) return;
      isWriting = true;
      writing = flush();
    },
    forget: () => {
      expected -= 1;
      written();
    },
    open: () => expected,
    drained: async () => {
      while (isWriting) await writing;
    },
  };
}

/** Tried for as long as the leases last; after that the deliveries are somebody else's. */
async function persist(context: DelivererContext, batch: readonly Settled[]): Promise<void> {
  const deadline = performance.now() + leaseMs(context.config);
  for (;;) {
    try {
      return await settle(context, batch);
    } catch (err) {
      context.log.warn({ err, deliveries: batch.length }, 'recording deliveries failed');
      if (performance.now() > deadline) return;
      await new Promise((done) => setTimeout(done, retryPauseMs));
    }
  }
}
