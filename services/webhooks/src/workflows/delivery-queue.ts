/**
 * Delivery queue: the transactions of the delivery worker, claim and result.
 *
 * Terms
 * - **delivery**: one event for one endpoint; in `pending_delivery` until it succeeded, failed for
 *   good or was abandoned.
 * - **endpoint queue**: the pending deliveries of an endpoint, with its concurrency, breaker and
 *   accepted secret (`domain/endpoint-queue.ts`); its row lock orders all changes of them.
 * - **wake-up**: a row that makes endpoint queues due, so that an event locks no queue.
 * - **claim**: a delivery's lease of one attempt, and the fencing token of its result.
 * - **replay batch**: deliveries of one replay, sent one after the other over one slot.
 * - **host window**: POSTs that began in this minute, per host and over all tenants.
 *
 * States of a delivery
 *
 *     pending ──claim──▶ claimed ──2xx──────────────────────────────▶ succeeded
 *       ▲  ▲               │ │ └──────410, or the last of its attempts─▶ failed
 *       │  └── later ◀─────┘ │  its next attempt is due after a pause (`domain/retry-schedule.ts`)
 *       └──── released ◀─────┘  not attempted, or the lease ended: due again
 *     pending ──endpoint disabled──▶ abandoned
 *
 * Guarantees
 * - A delivery is attempted until it succeeds, fails or is abandoned, whatever process dies: a claim
 *   is a lease, and an attempt whose lease ended records nothing.
 * - An endpoint has at most `concurrencyMax` attempts in flight over all replicas; one endpoint that
 *   is slow or down takes no slot from others, for queues are claimed round robin.
 * - A host gets at most `SVC_WEBHOOK_HOST_PER_MINUTE` POSTs a minute, over the endpoints of all tenants.
 * - Queues are locked in the order of their keys, or skipped when locked: no deadlock.
 *
 * Not guaranteed
 * - Order of deliveries, except within a replay batch.
 * - A single POST per delivery: a process that dies between POST and result has it sent again.
 *
 * Numbers: concurrency and breaker in `domain/endpoint-queue.ts`; the lease in `leaseMs`; 50 queues a
 * claim bound its transaction. Why: docs/architecture/webhooks.md.
 */
import type { Kysely } from 'kysely';
import { boundsOf, type Config } from '../config.ts';
import type { DelivererContext, WebhooksWriteContext } from '../define.ts';
import {
  afterFailure,
  afterSuccess,
  concurrencyMax,
  type EndpointQueue,
  isFailingTooLong,
} from '../domain/endpoint-queue.ts';
import { allotments, hostOf, windowEnd, windowOf } from '../domain/host-limit.ts';
import { abandonDisabled } from '../store/abandoned-deliveries.ts';
import { recordAttempts, recordSuccesses, releaseClaims } from '../store/attempt-records.ts';
import { lockDueQueues } from '../store/due-queues.ts';
import {
  deferQueues,
  lockQueues,
  type QueueKey,
  rescheduleQueues,
  saveQueues,
  unscheduleQueues,
} from '../store/endpoint-queues.ts';
import { lockHostWindows } from '../store/host-windows.ts';
import {
  type ClaimedDelivery,
  claimPendingDeliveries,
  queueClaimMax,
} from '../store/pending-deliveries.ts';
import type { Tables } from '../store/schema.ts';
import { type DeliveryAttempt, succeeded } from './attempt-delivery.ts';
import { disableFailed } from './disable-endpoint.ts';

/** Lease of a claim, 60 s: longer than the longest attempt (two POSTs), so it ends only on a crash. */
export const leaseMs = ({ SVC_WEBHOOK_DEADLINE_MS }: Pick<Config, 'SVC_WEBHOOK_DEADLINE_MS'>) =>
  6 * SVC_WEBHOOK_DEADLINE_MS;
const queuesMax = 50;
const abandonBatch = 1_000;

interface ClaimResult {
  consumed: number | undefined;
  rows: ClaimedDelivery[];
  deferred: number;
  more: boolean;
}

/**
 * Claims about `room` deliveries, round robin over due endpoints, within each endpoint's
 * concurrency and each host's rate limit. Wake-ups are looked for above an id, `consumed` is the
 * highest of them. `deferred` counts queues that wait for their host's next window; `more` means
 * that further deliveries may be due.
 */
export const claimDueDeliveries = (
  { transaction, config }: Pick<DelivererContext, 'transaction' | 'config'>,
  { claim, room, above }: { claim: string; room: number; above: number },
): Promise<ClaimResult> =>
  transaction(async ({ db, now }) => {
    const limit = Math.min(queuesMax, Math.ceil(room / concurrencyMax));
    const { consumed, queues } = await lockDueQueues(db, { now, above, limit });
    const disabled = queues.filter((queue) => !queue.is_active);
    if (disabled.length > 0) await abandon(db, disabled, now);
    const active = queues
      .filter((queue) => queue.is_active)
      .map((queue) => ({ ...queue, host: hostOf(queue.url) }));
    const isCut = queues.length === limit;
    if (active.length === 0) return { consumed, rows: [], deferred: 0, more: isCut };
    const used = await lockHostWindows(db, hostsOf(active), windowOf(now));
    const { hostPerMinute } = boundsOf(config);
    const leftOf = (host: string) => hostPerMinute - (used.get(host) ?? 0);
    const left = new Map(hostsOf(active).map((host) => [host, leftOf(host)]));
    const [spent, open] = partition(active, ({ host }) => (left.get(host) ?? 0) <= 0);
    const until = new Date(now.getTime() + leaseMs(config));
    const allotted = allotments(open, left, queueClaimMax);
    const { rows, more } =
      allotted.length > 0
        ? await claimPendingDeliveries(db, allotted, { claim, now, until })
        : { rows: [], more: false };
    if (spent.length > 0) {
      await rescheduleQueues(db, spent, now);
      await deferQueues(db, spent, windowEnd(now));
    }
    return { consumed, rows, deferred: spent.length, more: more || isCut };
  });

const hostsOf = (queues: readonly { host: string }[]) => queues.map(({ host }) => host);

function partition<T>(all: readonly T[], isFirst: (each: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((each) => !isFirst(each))];
}

/** Abandons pending deliveries of disabled endpoints, then unschedules their queues. */
async function abandon(db: Kysely<Tables>, queues: readonly QueueKey[], now: Date): Promise<void> {
  const abandoned = await abandonDisabled(db, queues, { now, batch: abandonBatch });
  if (abandoned < abandonBatch) await unscheduleQueues(db, queues);
  else await rescheduleQueues(db, queues, now);
}

/** Result of a claimed delivery; without an attempt if the worker released it. */
export type DeliveryResult = { row: ClaimedDelivery; attempt: DeliveryAttempt | undefined };

/**
 * Records results of any queues, and updates breaker and accepted secret; a statement by itself for
 * successes that change neither. Returns whether a further delivery of these queues is due.
 */
export async function recordResults(
  { statement, transaction, clock }: Pick<DelivererContext, 'statement' | 'transaction' | 'clock'>,
  results: readonly DeliveryResult[],
): Promise<boolean> {
  const plain = results.flatMap(({ row, attempt }) =>
    attempt && !row.in_order && succeeded(attempt) && attempt.version === row.accepted_version
      ? attempt.record
      : [],
  );
  const now = clock.now();
  const keys = queueKeysOf(plain);
  const calm =
    plain.length > 0 ? await statement((db) => recordSuccesses(db, plain, { keys, now })) : [];
  const settled = new Set(calm.map(nameOf));
  const isSettled = ({ attempt }: DeliveryResult) =>
    attempt !== undefined && plain.includes(attempt.record) && settled.has(nameOf(attempt.record));
  const left = results.filter((result) => !isSettled(result));
  const more = left.length > 0 && (await transaction((context) => recordAll(context, left)));
  return more || calm.some(({ is_due }) => is_due);
}

async function recordAll(
  context: WebhooksWriteContext,
  results: readonly DeliveryResult[],
): Promise<boolean> {
  const { db, now } = context;
  const attempts = results.flatMap(({ attempt }) => attempt ?? []);
  const returned = results.flatMap(({ row, attempt }) => (attempt ? [] : [row]));
  const queues = await lockQueues(db, queueKeysOf(results.map(({ row }) => row)));
  const counted =
    attempts.length > 0
      ? await recordAttempts(
          db,
          attempts.map(({ record }) => record),
        )
      : new Set();
  if (returned.length > 0) await releaseClaims(db, returned, now);
  const held = attempts.filter(({ record }) => counted.has(record.delivery_id));
  const updated = queues.map((queue) => applyAttempts(queue, held));
  const changed = updated.filter((queue, place) => queue !== queues[place]);
  if (changed.length > 0) await saveQueues(db, changed);
  const more = await rescheduleQueues(db, updated, now);
  for (const queue of updated) {
    const isGone = held.some((each) => each.disables && isOf(each, queue));
    if (!isGone && !isFailingTooLong(queue, now)) continue;
    await disableFailed(queue, isGone ? 'gone' : 'failing', context);
  }
  return more;
}

const nameOf = ({ tenant_id, endpoint_id }: QueueKey): string => `${tenant_id} ${endpoint_id}`;

const queueKeysOf = (rows: readonly QueueKey[]): QueueKey[] => [
  ...new Map(
    rows.map(({ tenant_id, endpoint_id }) => {
      const key = { tenant_id, endpoint_id };
      return [nameOf(key), key];
    }),
  ).values(),
];

const isOf = ({ record }: DeliveryAttempt, queue: QueueKey): boolean =>
  record.endpoint_id === queue.endpoint_id && record.tenant_id === queue.tenant_id;

const applyAttempts = (queue: EndpointQueue, attempts: readonly DeliveryAttempt[]): EndpointQueue =>
  attempts
    .filter((each) => isOf(each, queue))
    .reduce(
      (known, each) =>
        succeeded(each)
          ? afterSuccess(known, each.version)
          : afterFailure(known, each.record.attempted_at),
      queue,
    );
