import { describe, expect, it } from 'vitest';
import type { ActionType, JobStatus } from './action.ts';
import { type DoneAct, doneStops, isDone, keptActs } from './done.ts';

const act = (id: string, type: ActionType, more: Partial<DoneAct> = {}): DoneAct => ({
  ...{ id, job_id: `job_${id}`, ref: id, type, at: `2026-11-28T08:0${id}:00.000Z` },
  ...{ site_id: 'lab', door: 'Laboratory', parcels: 2, ...more },
});

describe('what ends an act at a door', () => {
  it.each<[ActionType, JobStatus, JobStatus, boolean]>([
    ['collect', 'assigned', 'collected', true],
    ['deliver', 'in_transit', 'delivered', true],
    ['deliver', 'in_transit', 'exception', false],
    ['delivery_failed', 'in_transit', 'exception', true],
    ['depart', 'assigned', 'en_route_pickup', false],
    ['incident', 'assigned', 'assigned', false],
  ])('is %s from %s to %s: %s', (type, before, after, expected) => {
    expect(isDone(type, before, after)).toBe(expected);
  });
});

describe('what was done', () => {
  it('counts acts of a kind that follow each other at a door as one stop', () => {
    const acts = [
      act('1', 'deliver'),
      act('2', 'deliver', { parcels: 1 }),
      act('3', 'collect'),
      act('4', 'deliver', { site_id: 'ward' }),
    ];
    expect(doneStops(acts)).toMatchObject([
      { type: 'deliver', at: acts[1]?.at, jobs: 2, parcels: 3 },
      { type: 'collect', jobs: 1 },
      { type: 'deliver', site_id: 'ward' },
    ]);
  });

  it('is kept for a day, without what no longer counts', () => {
    const acts = ['1', '2', '3'].map((id) => act(id, 'deliver'));
    const dayMs = 24 * 3_600_000;
    const ids = (nowMs: number, gone?: string) => keptActs(acts, nowMs, gone).map(({ id }) => id);
    expect(ids(Date.parse(acts[0]?.at ?? '') + dayMs)).toEqual(['2', '3']);
    expect(ids(Date.parse(acts[2]?.at ?? ''), '2')).toEqual(['1', '3']);
  });
});
