/**
 * Sliding-window counter with a burst credit; the terms and a worked example are in README.md.
 *
 * The window (60 s unless the rule sets another) is a ring of 241 buckets, each a 240th of it. The
 * extra bucket is partly inside the window: it counts fully, so that capacity returns up to one
 * bucket late (250 ms of 60 s), never early.
 */
export interface LimitRule {
  limit: number;
  burst: number;
  windowMs?: number;
}

export interface SlidingWindow {
  /** Ring of counts; the current bucket is at `current % bucketCount`. */
  buckets: Uint32Array;
  /** Number of the current bucket since the epoch. */
  current: number;
  /** No bucket before this one holds a count: the window is not searched from its start. */
  oldest: number;
  total: number;
  credit: number;
  creditAtMs: number;
}

export interface LimitState {
  admitted: boolean;
  limit: number;
  /** Rest of the limit, without the burst credit. */
  remaining: number;
  /** Whole seconds until capacity returns; after a refusal, until the next request is admitted. */
  resetSeconds: number;
}

const bucketsPerWindow = 240;
const bucketCount = bucketsPerWindow + 1;
const bucketMsOf = ({ windowMs = 60_000 }: LimitRule): number => windowMs / bucketsPerWindow;
const creditRefillMs = 600_000;
/** After this long without a request a window is as a new one, ms. */
export const settledMs = (rule: LimitRule): number =>
  Math.max(bucketCount * bucketMsOf(rule), rule.burst > 0 ? creditRefillMs : 0);

export const createWindow = (rule: LimitRule, nowMs: number): SlidingWindow => ({
  buckets: new Uint32Array(bucketCount),
  current: Math.floor(nowMs / bucketMsOf(rule)),
  oldest: Math.floor(nowMs / bucketMsOf(rule)),
  total: 0,
  credit: rule.burst,
  creditAtMs: nowMs,
});

/** Admits a request below the limit, or up to limit + burst while at least one credit is left. */
export function consume(window: SlidingWindow, rule: LimitRule, nowMs: number): LimitState {
  advance(window, rule, nowMs);
  const admitted =
    window.total < rule.limit || (window.total < rule.limit + rule.burst && window.credit >= 1);
  if (admitted) add(window, rule, 1);
  return limitState(window, rule, { admitted, nowMs });
}

/** Counts requests that another replica admitted. */
export function record(
  window: SlidingWindow,
  rule: LimitRule,
  seen: { count: number; nowMs: number },
): void {
  advance(window, rule, seen.nowMs);
  add(window, rule, seen.count);
}

/** The limit state, without counting a request. */
export function peek(window: SlidingWindow, rule: LimitRule, nowMs: number): LimitState {
  advance(window, rule, nowMs);
  return limitState(window, rule, { admitted: window.total < rule.limit, nowMs });
}

/** Requests above the limit are charged to the burst credit. */
function add(window: SlidingWindow, rule: LimitRule, count: number): void {
  const index = window.current % bucketCount;
  window.buckets[index] = (window.buckets[index] ?? 0) + count;
  const over = window.total + count - Math.max(window.total, rule.limit);
  window.total += count;
  if (over > 0) window.credit = Math.max(0, window.credit - over);
}

/** Advances the ring to now: clears the buckets that left the window, refills the credit. */
function advance(window: SlidingWindow, rule: LimitRule, nowMs: number): void {
  const current = Math.floor(nowMs / bucketMsOf(rule));
  const passed = current - window.current;
  // A clock set back by more than a window would freeze the counts: they are reset.
  if (passed >= bucketCount || passed < -bucketCount) {
    window.buckets.fill(0);
    window.total = 0;
    window.current = current;
    window.oldest = current;
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

function limitState(
  window: SlidingWindow,
  rule: LimitRule,
  { admitted, nowMs }: { admitted: boolean; nowMs: number },
): LimitState {
  return {
    admitted,
    limit: rule.limit,
    remaining: Math.max(0, rule.limit - window.total),
    resetSeconds: wholeSeconds(
      admitted
        ? msUntilBelow(window, rule, { bound: window.total, nowMs })
        : msUntilAdmitted(window, rule, nowMs),
    ),
  };
}

const wholeSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

function msUntilAdmitted(window: SlidingWindow, rule: LimitRule, nowMs: number): number {
  const byLimit = msUntilBelow(window, rule, { bound: rule.limit, nowMs });
  if (rule.burst === 0) return byLimit;
  const creditMs = ((1 - window.credit) * creditRefillMs) / rule.burst;
  return Math.min(
    byLimit,
    Math.max(creditMs, msUntilBelow(window, rule, { bound: rule.limit + rule.burst, nowMs })),
  );
}

/** Time until the window holds fewer than `bound` requests, or is empty, ms. */
function msUntilBelow(
  window: SlidingWindow,
  rule: LimitRule,
  { bound, nowMs }: { bound: number; nowMs: number },
): number {
  let { total } = window;
  if (total < bound || total === 0) return 0;
  skipEmpty(window);
  let left = window.oldest - window.current + bucketsPerWindow;
  while (total >= bound && total > 0) {
    left += 1;
    total -= window.buckets[(window.current + left) % bucketCount] ?? 0;
  }
  return Math.max(0, (window.current + left) * bucketMsOf(rule) - nowMs);
}

/** Moves `oldest` to the first bucket of the window that holds a count. */
function skipEmpty(window: SlidingWindow): void {
  const { buckets, current } = window;
  let oldest = Math.max(window.oldest, current - bucketsPerWindow);
  while (oldest < current && buckets[oldest % bucketCount] === 0) oldest += 1;
  window.oldest = oldest;
}
