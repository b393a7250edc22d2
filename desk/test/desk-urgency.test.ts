import { describe, expect, it } from 'vitest';
import { changesOf, newsOf } from '../src/pages/desk/live/board-changes.ts';
import { byUrgency, type DeskJob, slaClock } from '../src/pages/desk/urgency.ts';
import { deskJob } from './desk-answers.ts';

const job = (id: string, change: Partial<DeskJob> = {}): DeskJob => ({ ...deskJob, id, ...change });

it('the board begins with those without a driver, then the next due, and ends with those that are over', () => {
  const early = '2026-11-02T09:00:00.000Z';
  const jobs = [
    job('delivered-early', { status: 'delivered', sla_due: early }),
    job('delivered-late', { status: 'delivered' }),
    job('on-its-way', { status: 'in_transit' }),
    job('interrupted', { status: 'exception', sla_due: early }),
    job('goes-back', { status: 'exception', sla_due: early, return_job_id: 'job_02' }),
    job('booked'),
    job('booked-early', { sla_due: early }),
  ];
  expect(byUrgency(jobs).map(({ id }) => id)).toEqual([
    'booked-early',
    'booked',
    'interrupted',
    'on-its-way',
    'delivered-late',
    'delivered-early',
    'goes-back',
  ]);
});

describe('the SLA clock', () => {
  const sla_due = '2026-11-02T10:00:00.000Z';
  it.each<[string, string, Partial<DeskJob>, string, boolean]>([
    ['counts full minutes', '2026-11-02T09:14:01Z', {}, '45 min left', false],
    ['counts hours', '2026-11-02T08:00:00Z', {}, '2 h 0 min left', false],
    ['counts days', '2026-10-31T07:00:00Z', {}, '2 d 3 h left', false],
    ['is not late at the due time', '2026-11-02T10:00:00Z', {}, '0 min left', false],
    ['counts begun minutes when late', '2026-11-02T10:00:01Z', {}, '1 min overdue', true],
    [
      'counts on while interrupted',
      '2026-11-02T11:05:00Z',
      { status: 'exception' },
      '1 h 5 min overdue',
      true,
    ],
    [
      'stops at the hand-over',
      '2026-11-03T10:00:00Z',
      { status: 'delivered', delivered_at: sla_due },
      'delivered in time',
      false,
    ],
    [
      'says how late that was',
      '2026-11-03T10:00:00Z',
      { status: 'delivered', delivered_at: '2026-11-02T10:12:00.000Z' },
      'delivered 12 min late',
      true,
    ],
    [
      'ends with a cancellation',
      '2026-11-03T10:00:00Z',
      { status: 'cancelled' },
      'no longer counts',
      false,
    ],
    [
      'ends when the parcels go back',
      '2026-11-03T10:00:00Z',
      { status: 'exception', return_job_id: 'job_02' },
      'no longer counts',
      false,
    ],
  ])('%s', (_name, now, change, text, isLate) => {
    expect(slaClock(job('job_01', { sla_due, ...change }), new Date(now))).toEqual({
      text,
      isLate,
    });
  });
});

it.each([
  [{}, {}, ''],
  [{ a: 'booked' }, { a: 'booked' }, ''],
  [{ a: 'booked' }, { a: 'assigned' }, 'Board updated: 1 changed.'],
  [
    { a: 'booked', b: 'booked' },
    { a: 'assigned', c: 'booked' },
    'Board updated: 1 new, 1 changed, 1 gone.',
  ],
])('from %o to %o the board says %o', (before, after, text) => {
  const states = (of: Record<string, string>) => new Map(Object.entries(of));
  expect(newsOf(changesOf(states(before), states(after)))).toBe(text);
});
