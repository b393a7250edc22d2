import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PositionFix, startPositionReporter } from './position-reporter.ts';

const minuteMs = 60_000;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-02T08:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

type Send = () => Promise<boolean>;
const stored: Send = async () => false;
const noNetwork: Send = () => Promise.reject(new Error('no network'));
/** After the longest wait of a request. */
const slow: Send = () => new Promise((done) => setTimeout(() => done(true), 30_000));

/** A phone that is shared and open, with what it has sent and when. */
function phone() {
  const sent: { atMs: number; fixes: readonly PositionFix[] }[] = [];
  const state = { isShared: true, isOpen: true, answer: stored };
  let fixes = 0;
  let sentMs = 0;
  const open = () =>
    startPositionReporter({
      isShared: async () => state.isShared,
      fix: async () => {
        if (!state.isOpen) return undefined;
        fixes += 1;
        const position = { lat: -26.2, lng: 28 };
        return { at: new Date().toISOString(), position, accuracy_m: 10 };
      },
      send: (batch) => {
        sent.push({ atMs: Date.now(), fixes: batch });
        return state.answer();
      },
      sent: {
        get: () => sentMs,
        set: (ms) => {
          sentMs = ms;
        },
      },
    });
  open();
  return { sent, state, open, fixes: () => fixes };
}

describe('the reporter of positions', () => {
  it.each([
    ['stored', stored],
    ['to be sent again', async () => true],
    ['none', noNetwork],
    ['late', slow],
  ])('sends at most one request a minute, whatever the answer: %s', async (_, answer) => {
    const { sent, state } = phone();
    state.answer = answer;
    await vi.advanceTimersByTimeAsync(60 * minuteMs);
    const gaps = sent.slice(1).map(({ atMs }, n) => atMs - (sent[n]?.atMs ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(minuteMs);
    expect(sent.length).toBeGreaterThan(50);
  });

  it('sends no more often when the app is opened again and again', async () => {
    const { sent, open } = phone();
    for (let n = 0; n < 10; n += 1) {
      await vi.advanceTimersByTimeAsync(7_000);
      open();
    }
    expect(sent).toHaveLength(2);
  });

  it('takes a fix every 30 seconds, and sends two together', async () => {
    const { sent, fixes } = phone();
    await vi.advanceTimersByTimeAsync(10 * minuteMs);
    expect(fixes()).toBe(21);
    expect(sent.slice(1).every((each) => each.fixes.length === 2)).toBe(true);
    expect(new Set(sent.flatMap((each) => each.fixes.map(({ at }) => at))).size).toBe(21);
  });

  it('holds the newest 120 without a network, and sends them with the next request', async () => {
    const { sent, state } = phone();
    state.answer = noNetwork;
    await vi.advanceTimersByTimeAsync(90 * minuteMs);
    state.answer = stored;
    await vi.advanceTimersByTimeAsync(minuteMs);
    const last = sent.at(-1);
    expect(last?.fixes).toHaveLength(120);
    expect(last?.fixes.at(-1)?.at).toBe(new Date(last?.atMs ?? 0).toISOString());
    await vi.advanceTimersByTimeAsync(minuteMs);
    expect(sent.at(-1)?.fixes).toHaveLength(2);
  });

  it.each(['isShared', 'isOpen'] as const)('sends nothing while it is not %s', async (name) => {
    const { sent, state } = phone();
    state.answer = noNetwork;
    await vi.advanceTimersByTimeAsync(10 * minuteMs);
    const count = sent.length;
    state[name] = false;
    await vi.advanceTimersByTimeAsync(10 * minuteMs);
    expect(sent).toHaveLength(count);
    state[name] = true;
    state.answer = stored;
    await vi.advanceTimersByTimeAsync(minuteMs);
    // What was held when sharing ended is gone; a hidden app keeps it.
    const first = Date.parse(sent[count]?.fixes[0]?.at ?? '');
    expect((sent[count]?.atMs ?? 0) - first > 10 * minuteMs).toBe(name === 'isOpen');
  });
});
