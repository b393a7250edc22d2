import { carrierDayOf } from '@svc/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ComplianceDocumentRecord,
  dueNotice,
  noticesReachedOn,
} from './compliance-document.ts';

const paper = (change: Partial<ComplianceDocumentRecord>): ComplianceDocumentRecord => ({
  tenant_id: 'ten_carrier',
  subject_type: 'driver',
  subject_id: 'drv_1',
  seq: 0,
  document: 'driving_licence',
  expires_on: '2026-12-02',
  notified_days: null,
  ...change,
});

describe('the day', () => {
  it.each([
    ['2026-11-02T08:00:00Z', '2026-11-02'],
    ['2026-11-02T21:59:59Z', '2026-11-02'],
    ['2026-11-02T22:00:00Z', '2026-11-03'],
  ])('at %s is the %s where the carrier is', (now, day) => {
    expect(carrierDayOf(new Date(now))).toBe(day);
  });

  it('has notices of documents up to 1, 7 and 30 days ahead, over ends of months and years', () => {
    expect(noticesReachedOn('2026-12-30')).toEqual([
      { days: 1, until: '2026-12-31' },
      { days: 7, until: '2027-01-06' },
      { days: 30, until: '2027-01-29' },
    ]);
  });
});

describe('the notice that is due', () => {
  it.each([
    ['31 days before', '2026-11-01', null, undefined],
    ['30 days before', '2026-11-02', null, 30],
    ['29 days before, when the day was missed', '2026-11-03', null, 30],
    ['not twice', '2026-11-03', 30, undefined],
    ['a week before', '2026-11-25', 30, 7],
    ['a week before, when the month was missed: one only', '2026-11-25', null, 7],
    ['the day before', '2026-12-01', 7, 1],
    ['on the last day, when all were missed', '2026-12-02', null, 1],
    ['on the last day, not twice', '2026-12-02', 1, undefined],
    ['not once it has expired', '2026-12-03', null, undefined],
  ])('is due by the rule: %s', (_, day, notified_days, notice) => {
    expect(dueNotice(paper({ notified_days }), day)).toBe(notice);
  });

  it('is emitted three times at most, each once and nearer to the end, in any number of runs', () => {
    const days = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 40 });
    fc.assert(
      fc.property(days, (steps) => {
        const notices: number[] = [];
        let filed = paper({ expires_on: '2027-03-01' });
        for (const step of steps.toSorted((a, b) => a - b)) {
          const day = new Date(Date.parse('2027-01-25') + step * 86_400_000).toISOString();
          const notice = dueNotice(filed, day.slice(0, 10));
          if (notice === undefined) continue;
          notices.push(notice);
          filed = { ...filed, notified_days: notice };
        }
        expect(notices).toEqual([...new Set(notices)].sort((a, b) => b - a));
        expect([1, 7, 30]).toEqual(expect.arrayContaining(notices));
      }),
    );
  });
});
