import { describe, expect, it } from 'vitest';
import { documentMark, isCold, vehicleOptions } from '../src/pages/desk/documents.ts';
import { vehicle } from './desk-answers.ts';

const now = new Date('2026-11-02T08:00:00.000Z');
const mark = (expires_on: string, due?: string) =>
  documentMark(
    { document: 'driving_licence', expires_on },
    { now, due: due === undefined ? undefined : new Date(due) },
  );

describe('a document', () => {
  it.each([
    ['expired yesterday', '2026-11-01', undefined, 'expired on 1 Nov 2026'],
    ['is valid through its last day', '2026-11-02', undefined, 'expires on 2 Nov 2026'],
    ['expires within 30 days', '2026-12-02', undefined, 'expires on 2 Dec 2026'],
    ['expires after 30 days', '2026-12-03', undefined, undefined],
    [
      'expires before the job is due',
      '2026-12-10',
      '2026-12-11T08:00:00Z',
      'expires on 10 Dec 2026',
    ],
    ['expires on the day when the job is due', '2026-12-11', '2026-12-11T08:00:00Z', undefined],
    // 22:30 UTC is the next day in South Africa.
    [
      'expires before a due time at night',
      '2026-12-11',
      '2026-12-11T22:30:00Z',
      'expires on 11 Dec 2026',
    ],
  ])('that %s', (_name, expires_on, due, expected) => {
    expect(mark(expires_on, due)).toBe(expected);
  });

  it('is judged by the day of the carrier', () => {
    const late = new Date('2026-11-02T22:30:00.000Z');
    expect(documentMark({ document: 'x', expires_on: '2026-11-02' }, { now: late })).toBe(
      'expired on 2 Nov 2026',
    );
  });
});

const sla_due = '2026-11-02T10:00:00.000Z';
const ranges = {
  none: null,
  ambient: { min: 15, max: 25 },
  '2-8C': { min: 2, max: 8 },
  frozen: { min: -25, max: -15 },
};

it.each([
  ['none', false],
  ['ambient', false],
  ['2-8C', true],
  ['frozen', true],
] as const)('a job of the class %s is cold: %s', (name, expected) => {
  expect(isCold({ temperature_range_c: ranges[name] })).toBe(expected);
});

const roadworthy = (expires_on: string) => ({ document: 'roadworthy', expires_on });
const coldBox = (expires_on: string) => ({ document: 'cold_box', expires_on });

describe('the option of a vehicle', () => {
  it.each([
    ['is its number plate', 'none', [roadworthy('2028-01-31')], 'CA 123-456'],
    ['needs no cold box for an ambient job', 'ambient', [], 'CA 123-456'],
    ['lacks a cold box', '2-8C', [], 'CA 123-456 – attention: no cold box on file'],
    ['has a cold box', 'frozen', [coldBox('2028-01-31')], 'CA 123-456'],
    [
      'has a cold box that was qualified',
      '2-8C',
      [coldBox('2026-10-31')],
      'CA 123-456 – attention: cold box expired on 31 Oct 2026',
    ],
    [
      'lacks a cold box and has an old document',
      '2-8C',
      [roadworthy('2026-11-05')],
      'CA 123-456 – attention: no cold box on file, roadworthy expires on 5 Nov 2026',
    ],
  ] as const)('%s', (_name, range, documents, label) => {
    const job = { sla_due, temperature_range_c: ranges[range] };
    expect(vehicleOptions([{ ...vehicle, documents: [...documents] }], job, now)).toEqual([
      ['veh_1', label],
    ]);
  });
});
