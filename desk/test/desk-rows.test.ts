/** Rows of the board: their order, their clock, and what a change does to them. */
import type { LiveJob } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { attentionsOf } from '../src/pages/desk/rows/attention.ts';
import { changesOf, newsOf } from '../src/pages/desk/rows/board-changes.ts';
import { placeAmong, rowFate } from '../src/pages/desk/rows/board-rows.ts';
import { byUrgency, type DeskJob, slaClock } from '../src/pages/desk/rows/urgency.ts';
import { deskJob, liveJob } from './desk-answers.ts';

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
    ...['booked-early', 'booked', 'interrupted', 'on-its-way'],
    ...['delivered-late', 'delivered-early', 'goes-back'],
  ]);
});

describe('the SLA clock', () => {
  const sla_due = '2026-11-02T10:00:00.000Z';
  const late = '2026-11-02T10:12:00.000Z';
  const after = '2026-11-03T10:00:00Z';
  it.each<[string, Partial<DeskJob>, string, boolean]>([
    ['2026-11-02T09:14:01Z', {}, '45 min left', false],
    ['2026-11-02T08:00:00Z', {}, '2 h 0 min left', false],
    ['2026-10-31T07:00:00Z', {}, '2 d 3 h left', false],
    ['2026-11-02T10:00:00Z', {}, '0 min left', false],
    ['2026-11-02T10:00:01Z', {}, '1 min overdue', true],
    ['2026-11-02T11:05:00Z', { status: 'exception' }, '1 h 5 min overdue', true],
    [after, { status: 'delivered', delivered_at: sla_due }, 'delivered in time', false],
    [after, { status: 'delivered', delivered_at: late }, 'delivered 12 min late', true],
    [after, { status: 'cancelled' }, 'no longer counts', false],
    [after, { status: 'exception', return_job_id: 'job_02' }, 'no longer counts', false],
  ])('at %s says of a job with %j: %s', (now, change, text, isLate) => {
    const clock = slaClock(job('job_01', { sla_due, ...change }), new Date(now));
    expect(clock).toEqual({ text, isLate });
  });
});

const fateOf = (changed: LiveJob, search: string) =>
  rowFate(
    changed,
    new URLSearchParams(search),
    attentionsOf(changed, { now: new Date('2026-11-02T08:00:00Z'), celsius: null }),
  );

describe('a change on the board', () => {
  const assigned = { ...liveJob, status: 'assigned', driver_id: 'drv_1' } as const;
  const delivered = { ...liveJob, status: 'delivered' } as const;
  it.each([
    ['', 'show', liveJob],
    ['', 'remove', delivered],
    ['', 'remove', { ...liveJob, return_job_id: 'job_2' }],
    ['status=delivered', 'show', delivered],
    ['status=booked', 'remove', assigned],
    ['driver_id=drv_1', 'show', assigned],
    ['driver_id=drv_2', 'remove', assigned],
    ['show=unassigned', 'remove', assigned],
    ['show=unassigned&status=', 'show', liveJob],
    ['status=booked&starting_after=job_9', 'keep', liveJob],
    ['q=HC-0001', 'keep', delivered],
    ['q=clinic&status=booked', 'keep', liveJob],
    ['q=clinic&status=booked', 'remove', assigned],
    ['q=+', 'show', liveJob],
  ] as const)('has under the filter "%s" the effect %s', (search, fate, changed) => {
    expect(fateOf(changed, search)).toBe(fate);
  });

  it('is put where the server would have it', () => {
    const jobs = byUrgency(
      ['10', '08', '09', '12'].flatMap((hour, n) =>
        (['booked', 'assigned', 'delivered'] as const).map((status) =>
          job(`job_${n}${status}`, {
            ...{ status, sla_due: `2026-11-02T${hour}:00:00.000Z` },
            delivered_at: status === 'delivered' ? '2026-11-02T07:00:00.000Z' : null,
          }),
        ),
      ),
    );
    const ranks = { booked: '0', assigned: '1', delivered: '2' };
    const keys = jobs.map(({ id, status, sla_due }) => ({
      ...{ job: id, due: sla_due },
      rank: status === 'booked' || status === 'assigned' ? ranks[status] : '2',
    }));
    for (const [n, key] of keys.entries()) {
      const others = keys.filter((each) => each !== key).map((dataset) => ({ dataset }));
      expect(placeAmong(others, key)).toBe(n);
    }
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
  ])('from %o to %o is announced as "%s"', (before, after, text) => {
    const states = (of: Record<string, string>) => new Map(Object.entries(of));
    expect(newsOf(changesOf(states(before), states(after)))).toBe(text);
  });
});
