/**
 * Delivery state of an endpoint (table `endpoint_queue`): concurrency limit, circuit breaker, accepted secret.
 *
 * - **closed**: up to ten deliveries in flight. Ten failures in a row open the breaker.
 * - **open**: nothing is sent for 5 s; each further opening doubles the pause, up to 60 s.
 * - **half-open**: one delivery at a time. A success closes the breaker, a failure opens it again.
 */

/** Deliveries to one endpoint at a time. */
export const concurrencyMax = 10;
/** Consecutive failures that open the breaker: one per concurrent delivery. */
const failuresMax = 10;
const firstPauseMs = 5_000;
const longestPauseMs = 60_000;
/** An endpoint is disabled after this long without a success. */
export const failingMaxMs = 5 * 24 * 3_600_000;

export interface EndpointQueue {
  tenant_id: string;
  endpoint_id: string;
  /** Concurrency: maximum deliveries in flight. */
  concurrency: number;
  /** Failures since the last success. */
  failures: number;
  /** Number of openings of the breaker since the last success. */
  openings: number;
  open_until: Date | null;
  failing_since: Date | null;
  /** Version of the secret that the endpoint accepted last. */
  accepted_version: number;
}

export const newEndpointQueue = (
  tenant_id: string,
  endpoint_id: string,
  version: number,
): EndpointQueue => ({
  tenant_id,
  endpoint_id,
  ...closed,
  accepted_version: version,
});

const closed = {
  concurrency: concurrencyMax,
  failures: 0,
  openings: 0,
  open_until: null,
  failing_since: null,
} as const;

/**
 * A success closes the breaker and ends every count; the secret that was accepted goes first.
 * Returns the same object if nothing changes.
 */
export const afterSuccess = (queue: EndpointQueue, version: number): EndpointQueue =>
  queue.failing_since === null && queue.accepted_version === version
    ? queue
    : { ...queue, ...closed, accepted_version: version };

/**
 * Ten failures in a row open the breaker: nothing is tried for 5 s, then one delivery at a time, and
 * each further failure doubles the pause, up to a minute. Failures of deliveries in flight
 * when it opened only count.
 */
export function afterFailure(queue: EndpointQueue, at: Date): EndpointQueue {
  const failures = queue.failures + 1;
  const failing = { ...queue, failures, failing_since: queue.failing_since ?? at };
  const isOpen = queue.open_until !== null && at < queue.open_until;
  if (failures < failuresMax || isOpen) return failing;
  const pauseMs = Math.min(firstPauseMs * 2 ** queue.openings, longestPauseMs);
  return {
    ...failing,
    concurrency: 1,
    openings: queue.openings + 1,
    open_until: new Date(at.getTime() + pauseMs),
  };
}

/** An endpoint is disabled when no delivery succeeded for five days since its first failure. */
export const isFailingTooLong = ({ failing_since }: EndpointQueue, now: Date): boolean =>
  failing_since !== null && now.getTime() - failing_since.getTime() >= failingMaxMs;
