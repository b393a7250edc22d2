import { describe, expect, it } from 'vitest';
import { toRateLimitDecision } from './rate-window.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 2, 8, 0, 0) + seconds * 1000);
const tenant_id = 'ten_sbx_1';
const window = (admitted: boolean, ...hits: number[]) => ({
  tenant_id,
  previous_tenant_id: null,
  is_new: false,
  admitted,
  hits: hits.map(at),
});

describe('toAdmission', () => {
  it.each([
    { after: 'the first hit', hits: [0], now: 0, remaining: 2, reset: 60 },
    { after: 'a later hit', hits: [0, 10.5], now: 10.5, remaining: 1, reset: 50 },
    { after: 'the last place', hits: [0, 10, 20], now: 20, remaining: 0, reset: 40 },
    { after: 'three at once', hits: [0, 0, 0], now: 0.001, remaining: 0, reset: 60 },
    { after: 'all but the whole minute', hits: [0, 10, 20], now: 59.999, remaining: 0, reset: 1 },
    { after: 'a clock ahead of this one', hits: [30, 30, 30], now: 0, remaining: 0, reset: 90 },
  ])('counts places and whole seconds after $after', ({ hits, now, remaining, reset }) => {
    expect(toRateLimitDecision(window(true, ...hits), 3, at(now))).toEqual({
      tenant_id,
      admitted: true,
      limit: 3,
      remaining,
      reset_seconds: reset,
      caller: 'known',
    });
  });

  it('waits for as many hits to expire as a lowered limit requires', () => {
    const admission = toRateLimitDecision(window(false, 0, 10, 20), 1, at(30));
    expect(admission).toMatchObject({ admitted: false, limit: 1, remaining: 0, reset_seconds: 50 });
  });
});
