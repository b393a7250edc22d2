/** Retry schedule of deliveries: fixed backoff with jitter, `Retry-After` honoured. */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Pause before each attempt; the first has none. */
const pausesMs = [
  0,
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
export const deliveryAttemptsMax = pausesMs.length;

const jitter = 0.2;

export interface FailedAttempt {
  /** Number of attempts, this one included. */
  attempt: number;
  at: Date;
  /** The receiver's `Retry-After`, as it came. */
  retryAfter: string | null;
  /** 0 up to, not including, 1. */
  random: number;
}

/**
 * The next attempt follows after the schedule's pause ± 20 %, or after `Retry-After`, within once
 * and twice the pause; after the last attempt there is none.
 */
export function nextAttemptAt({
  attempt,
  at,
  retryAfter,
  random,
}: FailedAttempt): Date | undefined {
  const pauseMs = pausesMs[attempt];
  if (pauseMs === undefined) return undefined;
  const requestedMs = retryAfterMs(retryAfter, at);
  const waitMs =
    requestedMs === undefined
      ? pauseMs * (1 - jitter + 2 * jitter * random)
      : Math.min(Math.max(requestedMs, pauseMs), 2 * pauseMs);
  return new Date(at.getTime() + Math.round(waitMs));
}

/** `Retry-After` is a number of seconds or a date (RFC 9110, 10.2.3); anything else is ignored. */
function retryAfterMs(value: string | null, at: Date): number | undefined {
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * second;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : date - at.getTime();
}
