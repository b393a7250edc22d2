/**
 * Delivery worker, one per process. Claims are made one at a time, attempts run
 * concurrently, and results are written in batches.
 */
import { createLowWaterMark } from '@svc/kit/database/low-water-mark';
import { randomToken } from '@svc/kit/ids';
import { createResolve } from '../adapters/dns-resolver.ts';
import { createGuardedAgent } from '../adapters/guarded-connector.ts';
import { createHttpPost } from '../adapters/http-client.ts';
import { areAllowed } from '../adapters/ip-address.ts';
import { type DelivererContext, worker } from '../define.ts';
import { hasDueWork } from '../store/due-queues.ts';
import type { ClaimedDelivery } from '../store/pending-deliveries.ts';
import {
  type AttemptContext,
  attemptDelivery,
  type DeliveryAttempt,
} from '../workflows/attempt-delivery.ts';
import { claimDueDeliveries, leaseMs } from '../workflows/delivery-queue.ts';
import { attempts, firstAttemptDelay, responseDuration } from '../workflows/metrics.ts';
import { createResultWriter, type ResultWriter } from '../workflows/result-writer.ts';

/** Poll interval of an idle worker, ms: other processes queue work without waking this one. */
const pollMs = 500;
/** Batching delay of a claim, ms: transactions that queue work meanwhile share it. */
const gatherMs = 3;

interface DelivererParts extends Pick<AttemptContext, 'post' | 'random'> {
  /** Ends the connections that `post` keeps. */
  close(): Promise<void>;
}

/** `parts` replaces the HTTP client or the random source in tests. */
export const deliverWith = (parts: Partial<DelivererParts>) =>
  worker('deliver', (context) => {
    const { config } = context;
    const deadlineMs = config.SVC_WEBHOOK_DEADLINE_MS;
    const agent = createGuardedAgent({
      resolve: createResolve(config.SVC_WEBHOOK_DNS_SERVERS, deadlineMs),
      isAllowed: (addresses) => areAllowed(addresses, config.SVC_WEBHOOK_ALLOW_LOOPBACK),
      timeoutMs: deadlineMs,
    });
    return startDeliverer(context, {
      post: createHttpPost(agent, deadlineMs),
      random: Math.random,
      close: () => agent.destroy(),
      ...parts,
    });
  });

export const deliver = deliverWith({});

function startDeliverer(context: DelivererContext, parts: DelivererParts) {
  const { config, db, clock } = context;
  const wake = () => {
    isBusy = true;
    loop.wake();
  };
  const writer = createResultWriter(context, (more) => {
    if (more || isFull) wake();
  });
  const groups = runGroups({ ...context, attempt: { ...parts, clock, config }, writer });
  /** Work was queued or is due, or the last claim found more than one delivery: skips `hasDueWork`. */
  let isBusy = false;
  /** The last pass found no free slot. */
  let isFull = false;

  const wakeUps = createLowWaterMark();
  const freeSlots = () => config.SVC_WEBHOOK_CONCURRENCY - writer.pending();
  const claim = async (): Promise<boolean> => {
    isFull = freeSlots() <= 0;
    if (isFull) return false;
    const above = wakeUps.above();
    if (!isBusy && !(await hasDueWork(db, clock.now(), above))) return false;
    isBusy = false;
    const bounds = { claim: randomToken(), room: freeSlots(), above };
    const { consumed, rows, deferred, more } = await claimDueDeliveries(context, bounds);
    if (consumed !== undefined) wakeUps.gone(consumed);
    isBusy ||= rows.length + deferred > 1;
    groups.start(groupByReplay(rows));
    return more;
  };
  const pass = () =>
    claim().catch((err: unknown) => {
      isBusy = false;
      throw err;
    });
  const loop = context.poll({ idleMs: pollMs, gatherMs, pass });
  return {
    wake,
    stop: async () => {
      groups.abort();
      await loop.stop();
      await groups.idle();
      await writer.drain();
      await parts.close();
    },
  };
}

/** Groups of deliveries under way; after `abort`, what has not begun is released. */
function runGroups(run: Omit<DeliveryRun, 'stopping'>) {
  const inFlight = new Set<Promise<unknown>>();
  let stopping = false;
  const start = (group: readonly ClaimedDelivery[]) => {
    const work: Promise<unknown> = deliverGroup(group, {
      ...run,
      stopping: () => stopping,
    }).finally(() => inFlight.delete(work));
    inFlight.add(work);
  };
  return {
    start: (groups: readonly ClaimedDelivery[][]) => groups.forEach(start),
    abort: () => {
      stopping = true;
    },
    idle: () => Promise.all(inFlight),
  };
}

/** Replay deliveries of one endpoint form one sequential group; any other delivery is its own. */
function groupByReplay(rows: readonly ClaimedDelivery[]): ClaimedDelivery[][] {
  const replays = Map.groupBy(
    rows.filter((row) => row.in_order),
    ({ tenant_id, endpoint_id }) => `${tenant_id} ${endpoint_id}`,
  );
  return [...replays.values(), ...rows.filter((row) => !row.in_order).map((row) => [row])];
}

interface DeliveryRun extends Pick<DelivererContext, 'metrics' | 'inSpan' | 'log'> {
  attempt: AttemptContext;
  writer: ResultWriter;
  stopping: () => boolean;
}

async function deliverGroup(rows: readonly ClaimedDelivery[], run: DeliveryRun): Promise<void> {
  // Rows that a slow replay batch has not reached are released, well before its lease ends.
  const releaseAt = performance.now() + leaseMs(run.attempt.config) / 3;
  run.writer.expect(rows.length);
  for (const row of rows) {
    if (run.stopping() || performance.now() > releaseAt)
      run.writer.write({ row, attempt: undefined });
    else await deliverOne(row, run);
  }
}

async function deliverOne(row: ClaimedDelivery, run: DeliveryRun): Promise<void> {
  try {
    const attempt = await run.inSpan(
      { name: 'webhook attempt', kind: 'client', parent: row.traceparent ?? undefined },
      async ({ traceparent }) => {
        const made = await attemptDelivery({ ...row, traceparent }, run.attempt);
        run.log.debug({ delivery_id: row.delivery_id, event_id: row.event_id }, 'attempt made');
        return made;
      },
    );
    observe(run.metrics, row, attempt);
    run.writer.write({ row, attempt });
  } catch (err) {
    // A fault of ours, e.g. a secret encrypted under another key: retried when the lease ends.
    run.log.error({ err, delivery_id: row.delivery_id }, 'attempt failed internally; will retry');
    run.writer.release();
  }
}

function observe(
  { of }: DelivererContext['metrics'],
  row: ClaimedDelivery,
  { response: { status, failure, durationMs }, record }: DeliveryAttempt,
): void {
  const outcome = failure ?? `${Math.floor((status ?? 0) / 100)}xx`;
  of.counter(attempts).inc({ outcome });
  of.histogram(responseDuration).observe(durationMs / 1000);
  if (record.attempt > 1 || row.in_order) return;
  const delayMs = record.attempted_at.getTime() - row.created_at.getTime();
  of.histogram(firstAttemptDelay).observe(Math.max(0, delayMs) / 1000);
}
