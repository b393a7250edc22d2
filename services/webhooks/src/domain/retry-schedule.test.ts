import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deliveryAttemptsMax, nextAttemptAt } from './retry-schedule.ts';

const at = new Date('2026-11-02T08:00:00.000Z');
const seconds = (attempt: number, random: number, retryAfter: string | null = null) => {
  const next = nextAttemptAt({ attempt, at, retryAfter, random });
  return next && (next.getTime() - at.getTime()) / 1000;
};

/** As the guide promises them, in seconds. */
const guide = readFileSync(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8');
const secondsOf: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3_600 };
const [, promised = ''] = /^\| after \|(.*)\|$/m.exec(guide) ?? [];
const pauses = promised.split('|').map((pause) => {
  const [count, unit = ''] = pause.trim().split(' ');
  return Number(count) * (secondsOf[unit] ?? Number.NaN);
});

describe('the next attempt', () => {
  it.each(pauses.map((pause, index) => [index + 1, pause] as const))(
    'is after attempt %i by %i s ± 20 %',
    (attempt, pause) => {
      expect(seconds(attempt, 0)).toBeCloseTo(pause * 0.8);
      expect(seconds(attempt, 0.5)).toBeCloseTo(pause);
      expect(seconds(attempt, 1)).toBeCloseTo(pause * 1.2);
    },
  );

  it('is absent after the last that the guide names', () => {
    expect(deliveryAttemptsMax).toBe(pauses.length + 1);
    expect(seconds(deliveryAttemptsMax, 0.5)).toBeUndefined();
  });

  it.each([
    ['1', 30],
    ['30', 30],
    ['45', 45],
    ['60', 60],
    ['3600', 60],
    ['0', 30],
    ['Mon, 02 Nov 2026 08:00:50 GMT', 50],
    ['Mon, 02 Nov 2026 07:00:00 GMT', 30],
  ])('is after Retry-After %s by one to two times the pause', (retryAfter, wanted) => {
    expect(seconds(2, 0.9, retryAfter)).toBe(wanted);
  });

  it.each(['soon', '', '-5', '1.5'])('ignores the header Retry-After %j', (retryAfter) => {
    expect(seconds(2, 0.5, retryAfter)).toBe(30);
  });
});
