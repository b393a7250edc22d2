import { describe, expect, it } from 'vitest';
import { deliveryAttemptsMax, nextAttemptAt } from './retry-schedule.ts';

const at = new Date('2026-11-02T08:00:00.000Z');
const seconds = (attempt: number, random: number, retryAfter: string | null = null) => {
  const next = nextAttemptAt({ attempt, at, retryAfter, random });
  return next && (next.getTime() - at.getTime()) / 1000;
};
const pauses = [5, 30, 120, 600, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

describe('the next attempt', () => {
  it.each(pauses.map((pause, index) => [index + 1, pause] as const))(
    'is after attempt %i by %i s ± 20 %',
    (attempt, pause) => {
      expect(seconds(attempt, 0)).toBeCloseTo(pause * 0.8);
      expect(seconds(attempt, 0.5)).toBeCloseTo(pause);
      expect(seconds(attempt, 1)).toBeCloseTo(pause * 1.2);
    },
  );

  it('is absent after the twelfth, about 76 hours later', () => {
    expect(seconds(deliveryAttemptsMax, 0.5)).toBeUndefined();
    expect(deliveryAttemptsMax).toBe(12);
    expect(pauses.reduce((sum, pause) => sum + pause) / 3600).toBeCloseTo(75.7, 1);
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
