import { describe, expect, it } from 'vitest';
import { documentMark, isCold, vehicleOptions } from '../src/pages/desk/assignment/documents.ts';
import { vehicle } from './desk-answers.ts';

const now = new Date('2026-11-02T08:00:00.000Z');

describe('the mark of a document', () => {
  it.each([
    ['expired yesterday', '2026-11-01', undefined, 'expired on 1 Nov 2026'],
    ['is valid through its last day', '2026-11-02', undefined, 'expires on 2 Nov 2026'],
    ['expires within 30 days', '2026-12-02', undefined, 'expires on 2 Dec 2026'],
    ['expires after 30 days', '2026-12-03', undefined, undefined],
    ['ends before the job is due', '2026-12-10', '2026-12-11T08:00Z', 'expires on 10 Dec 2026'],
    ['ends when the job is due', '2026-12-11', '2026-12-11T08:00Z', undefined],
    // 22:30 UTC is the next day in South Africa.
    ['ends before a due night', '2026-12-11', '2026-12-11T22:30Z', 'expires on 11 Dec 2026'],
  ])('says of one that %s on %s (due %s): %s', (_name, expires_on, due, expected) => {
    const paper = { document: 'driving_licence', expires_on };
    expect(documentMark(paper, { now, due: due ? new Date(due) : undefined })).toBe(expected);
  });

  it('counts days as they are at the carrier', () => {
    const late = new Date('2026-11-02T22:30:00.000Z');
    const paper = { document: 'x', expires_on: '2026-11-02' };
    expect(documentMark(paper, { now: late })).toBe('expired on 2 Nov 2026');
  });
});

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
] as const)('a job of the class %s needs a cold box: %s', (name, expected) => {
  expect(isCold({ temperature_range_c: ranges[name] })).toBe(expected);
});

const roadworthy = (expires_on: string) => ({ document: 'roadworthy', expires_on });
const coldBox = (expires_on: string) => ({ document: 'cold_box', expires_on });
const plate = 'CA 123-456';
const attention = `${plate} – attention:`;

describe('the option of a vehicle', () => {
  it.each([
    ['none', [roadworthy('2028-01-31')], plate],
    ['ambient', [], plate],
    ['2-8C', [], `${attention} no cold box on file`],
    ['frozen', [coldBox('2028-01-31')], plate],
    ['2-8C', [coldBox('2026-10-31')], `${attention} cold box expired on 31 Oct 2026`],
    [
      '2-8C',
      [roadworthy('2026-11-05')],
      `${attention} no cold box on file, roadworthy expires on 5 Nov 2026`,
    ],
  ] as const)('for a job of the class %s with %j is "%s"', (range, documents, label) => {
    const job = { sla_due: '2026-11-02T10:00:00.000Z', temperature_range_c: ranges[range] };
    const options = vehicleOptions([{ ...vehicle, documents: [...documents] }], job, now);
    expect(options).toEqual([['veh_1', label]]);
  });
});
