import { describe, expect, it } from 'vitest';
import { healthView, percentText } from '../src/pages/webhooks/health.ts';
import { exampleHealth } from './access-answers.ts';

describe('the health of an endpoint', () => {
  it.each([
    [0, 4, '0 %'],
    [2, 3, '66.6 %'],
    [9_999, 10_000, '99.9 %'],
    [7, 7, '100 %'],
  ])('of %i accepted among %i is %s', (part, whole, text) => {
    expect(percentText(part, whole)).toBe(text);
  });

  it('says what was sent, day by day', () => {
    const { markup } = healthView(exampleHealth);
    for (const text of ['8 of 11, 88.8 %', '120 ms in the middle', 'within 900 ms', '2 Nov 2026']) {
      expect(markup).toContain(text);
    }
    expect(markup).not.toContain('More than');
  });

  it('says that nothing was sent, and that not all is counted', () => {
    const none = { ...exampleHealth, succeeded: 0, pending: 0, failed: 0, days: [] };
    expect(healthView(none).markup).toContain('Nothing was sent');
    expect(healthView({ ...exampleHealth, is_complete: false }).markup).toContain('More than');
  });
});
