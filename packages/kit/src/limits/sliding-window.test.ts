import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consume, createWindow, type LimitRule, peek, record } from './sliding-window.ts';

const live: LimitRule = { limit: 600, burst: 100 };
const plain: LimitRule = { limit: 60, burst: 0 };
const t0 = Date.parse('2026-11-02T08:00:00Z');

/** Times of admissions when `gaps` ms pass between one request and the next. */
function admissions(rule: LimitRule, gaps: readonly number[]): number[] {
  const window = createWindow(rule, t0);
  const passed: number[] = [];
  let nowMs = t0;
  for (const gap of gaps) {
    nowMs += gap;
    if (consume(window, rule, nowMs).admitted) passed.push(nowMs);
  }
  return passed;
}

const mostInAnyMinute = (times: readonly number[]): number => {
  let most = 0;
  let first = 0;
  times.forEach((at, last) => {
    while (at - (times[first] ?? at) >= 60_000) first += 1;
    most = Math.max(most, last - first + 1);
  });
  return most;
};

const every = (count: number, gapMs: number) => Array.from({ length: count }, () => gapMs);

/** Bursts and silences, as clients do. */
const traffic = fc
  .array(fc.tuple(fc.nat(400), fc.nat(40), fc.nat(90_000)), { maxLength: 30 })
  .map((spells) => spells.flatMap(([count, gap, pause]) => [...every(count, gap), pause]));

describe('a window', () => {
  it('admits the limit and the burst together, and not one more', () => {
    expect(admissions(live, every(1_000, 0))).toHaveLength(700);
    expect(admissions(plain, every(100, 0))).toHaveLength(60);
  });

  it('never admits more than limit and burst within any 60 seconds', () => {
    fc.assert(
      fc.property(traffic, (gaps) => mostInAnyMinute(admissions(live, gaps)) <= 700),
      { numRuns: 200 },
    );
    fc.assert(fc.property(traffic, (gaps) => mostInAnyMinute(admissions(plain, gaps)) <= 60));
  });

  it('never admits more than the limit and the credit earned over longer times', () => {
    const minutes = 20;
    const passed = admissions(live, every(minutes * 60 * 20, 50));
    expect(passed.length).toBeLessThanOrEqual(600 * minutes + 100 + 10 * minutes);
    expect(passed.length).toBeGreaterThan(590 * minutes);
  });

  it('admits after the seconds that a refusal names', () => {
    fc.assert(
      fc.property(traffic, (gaps) => {
        const window = createWindow(live, t0);
        let nowMs = t0;
        for (const gap of gaps) {
          nowMs += gap;
          const { admitted, resetSeconds } = consume(window, live, nowMs);
          if (!admitted) {
            nowMs += resetSeconds * 1000;
            expect(consume(window, live, nowMs).admitted).toBe(true);
          }
        }
      }),
    );
  });

  it('names the seconds until its oldest request expires', () => {
    const bucketOf = (ms: number) => Math.floor(ms / 250);
    fc.assert(
      fc.property(traffic, (gaps) => {
        const window = createWindow(live, t0);
        const buckets: number[] = [];
        let oldest = 0;
        let nowMs = t0;
        for (const gap of gaps) {
          nowMs += gap;
          const { admitted, resetSeconds } = consume(window, live, nowMs);
          if (!admitted) continue;
          buckets.push(bucketOf(nowMs));
          while ((buckets[oldest] ?? 0) < bucketOf(nowMs) - 240) oldest += 1;
          const leavesMs = ((buckets[oldest] ?? 0) + 241) * 250;
          expect(resetSeconds).toBe(Math.max(1, Math.ceil((leavesMs - nowMs) / 1000)));
        }
      }),
    );
  });

  it('counts what others admitted like its own', () => {
    const window = createWindow(live, t0);
    record(window, live, { count: 650, nowMs: t0 });
    const passed = Array.from({ length: 100 }, () => consume(window, live, t0).admitted);
    expect(passed.filter(Boolean)).toHaveLength(50);
  });

  it('returns the state of the caller', () => {
    const window = createWindow(plain, t0);
    expect(peek(window, plain, t0)).toMatchObject({ admitted: true, limit: 60, remaining: 60 });
    consume(window, plain, t0);
    expect(peek(window, plain, t0 + 1_000)).toMatchObject({ remaining: 59, resetSeconds: 60 });
    expect(peek(window, plain, t0 + 60_250)).toMatchObject({ remaining: 60 });
  });

  it('starts again when the clock is set back by an hour', () => {
    const window = createWindow(plain, t0);
    record(window, plain, { count: 60, nowMs: t0 });
    expect(consume(window, plain, t0).admitted).toBe(false);
    expect(consume(window, plain, t0 - 3_600_000).admitted).toBe(true);
  });
});
