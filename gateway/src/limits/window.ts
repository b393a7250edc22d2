/**
 * A sliding window of 60 s with a burst credit.
 *
 * Terms
 * - **limit**: requests that any 60 s may hold.
 * - **burst**: how many more may pass while credit lasts; credit comes back evenly over ten minutes.
 * - **bucket**: requests of a quarter of a second. One more than 60 s holds is counted, so that
 *   none of the last 60 s is missed: a place may come free that much late, never early.
 */
export interface Rule {
  limit: number;
  burst: number;
}

export interface Window {
  /** Requests by bucket, at index `current % bucketCount`. */
  buckets: Uint32Array;
  /** The bucket of now, counted from the epoch. */
  current: number;
  total: number;
  credit: number;
  creditAtMs: number;
}

export interface Standing {
  admitted: boolean;
  limit: number;
  /** Of the steady limit; the burst comes on top. */
  remaining: number;
  /** Whole seconds until there is more room; after a refusal, until a request passes. */
  resetSeconds: number;
}

const bucketMs = 250;
const bucketCount = 60_000 / bucketMs + 1;
const creditRefillMs = 600_000;

export const openWindow = (rule: Rule, nowMs: number): Window => ({
  buckets: new Uint32Array(bucketCount),
  current: Math.floor(nowMs / bucketMs),
  total: 0,
  credit: rule.burst,
  creditAtMs: nowMs,
});

/** A request passes below the limit, or within the burst while there is credit for it. */
export function take(window: Window, rule: Rule, nowMs: number): Standing {
  advance(window, rule, nowMs);
  const admitted =
    window.total < rule.limit || (window.total < rule.limit + rule.burst && window.credit >= 1);
  if (admitted) add(window, rule, 1);
  return standing(window, rule, { admitted, nowMs });
}

/** Requests that another gateway admitted count like our own. */
export function record(window: Window, rule: Rule, seen: { count: number; nowMs: number }): void {
  advance(window, rule, seen.nowMs);
  add(window, rule, seen.count);
}

/** How the caller stands, without taking a place. */
export function look(window: Window, rule: Rule, nowMs: number): Standing {
  advance(window, rule, nowMs);
  return standing(window, rule, { admitted: window.total < rule.limit, nowMs });
}

/** What goes over the limit is paid with credit. */
function add(window: Window, rule: Rule, count: number): void {
  const index = window.current % bucketCount;
  window.buckets[index] = (window.buckets[index] ?? 0) + count;
  const over = window.total + count - Math.max(window.total, rule.limit);
  window.total += count;
  if (over > 0) window.credit = Math.max(0, window.credit - over);
}

/** Drops the buckets that left the window and refills credit. */
function advance(window: Window, rule: Rule, nowMs: number): void {
  const current = Math.floor(nowMs / bucketMs);
  const passed = current - window.current;
  // A clock set back by more than a window would freeze the counts: start them again.
  if (passed >= bucketCount || passed < -bucketCount) {
    window.buckets.fill(0);
    window.total = 0;
    window.current = current;
  } else {
    for (let i = 1; i <= passed; i += 1) {
      const index = (window.current + i) % bucketCount;
      window.total -= window.buckets[index] ?? 0;
      window.buckets[index] = 0;
    }
    if (passed > 0) window.current = current;
  }
  const earned = (Math.max(0, nowMs - window.creditAtMs) * rule.burst) / creditRefillMs;
  window.credit = Math.min(rule.burst, window.credit + earned);
  window.creditAtMs = nowMs;
}

function standing(
  window: Window,
  rule: Rule,
  { admitted, nowMs }: { admitted: boolean; nowMs: number },
): Standing {
  return {
    admitted,
    limit: rule.limit,
    remaining: Math.max(0, rule.limit - window.total),
    resetSeconds: wholeSeconds(
      admitted ? msUntilBelow(window, window.total, nowMs) : msUntilAdmitted(window, rule, nowMs),
    ),
  };
}

const wholeSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

function msUntilAdmitted(window: Window, rule: Rule, nowMs: number): number {
  const byLimit = msUntilBelow(window, rule.limit, nowMs);
  if (rule.burst === 0) return byLimit;
  const creditMs = ((1 - window.credit) * creditRefillMs) / rule.burst;
  return Math.min(
    byLimit,
    Math.max(creditMs, msUntilBelow(window, rule.limit + rule.burst, nowMs)),
  );
}

/** Until enough buckets have left the window for less than `bound` to be in it, or nothing. */
function msUntilBelow(window: Window, bound: number, nowMs: number): number {
  let { total } = window;
  let left = 0;
  while (total >= bound && total > 0) {
    left += 1;
    total -= window.buckets[(window.current + left) % bucketCount] ?? 0;
  }
  return left === 0 ? 0 : Math.max(0, (window.current + left) * bucketMs - nowMs);
}
