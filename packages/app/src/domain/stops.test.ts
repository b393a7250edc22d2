import { describe, expect, it } from 'vitest';
import type { ActionType, JobStatus, RecordedAction } from './action.ts';
import { jobsFor, stepsAtDoor, stopsOf } from './stops.ts';

interface Given {
  id: string;
  status: JobStatus;
  from?: string;
  to?: string;
  ready?: number;
  due?: number;
  has_left?: boolean;
}
const hour = (of: number): string => new Date(Date.UTC(2026, 10, 28, of)).toISOString();
const job = (given: Given, place: number) => {
  const { id, status, from = 'clinic', to = 'lab', ready = 6, due = 9, has_left = false } = given;
  const sites = { pickup: { site_id: from }, dropoff: { site_id: to } };
  const times = { starts_at: hour(ready), sla_due: hour(due) };
  return { id, place, status, seal: null, ...sites, ...times, has_left };
};
const stopsWith = (jobs: Given[], actions: RecordedAction[] = []) =>
  stopsOf(jobs.map(job), actions).map((stop) => [stop.act, stop.jobs.map(({ id }) => id).join()]);
const action = (job_id: string, type: ActionType): RecordedAction => ({
  ...{ id: `${job_id}-${type}`, seq: 1, job_id, ref: job_id, type, fields: {}, files: [] },
  ...{ at: hour(7), device_at: hour(7) },
});

describe('stops of a run', () => {
  it.each<[string, Given[], [string, string][]]>([
    [
      'join jobs that are collected at one door',
      [
        { id: 'a', status: 'assigned' },
        { id: 'b', status: 'en_route_pickup' },
      ],
      [['collect', 'a,b']],
    ],
    [
      'join jobs that are handed over at one door, wherever they come from',
      [
        { id: 'a', status: 'collected' },
        { id: 'b', status: 'in_transit', from: 'ward' },
      ],
      [['deliver', 'a,b']],
    ],
    [
      'keep doors apart, and acts at one door',
      [
        { id: 'a', status: 'assigned' },
        { id: 'b', status: 'assigned', from: 'ward' },
        { id: 'c', status: 'collected', to: 'clinic' },
      ],
      [
        ['collect', 'a'],
        ['collect', 'b'],
        ['deliver', 'c'],
      ],
    ],
    [
      'keep apart what is ready only after the stop is due',
      [
        { id: 'a', status: 'assigned' },
        { id: 'b', status: 'assigned', ready: 10, due: 13 },
        { id: 'c', status: 'assigned', ready: 8, due: 12 },
      ],
      [
        ['collect', 'a,c'],
        ['collect', 'b'],
      ],
    ],
    [
      'keep apart each job that the desk decides about, or that has left the run',
      [
        { id: 'a', status: 'exception' },
        { id: 'b', status: 'exception' },
        { id: 'c', status: 'assigned', has_left: true },
      ],
      [
        ['wait', 'a'],
        ['wait', 'b'],
        ['wait', 'c'],
      ],
    ],
    ['leave out jobs that are over', [{ id: 'a', status: 'delivered' }], []],
  ])('of the run %s', (_, jobs, expected) => {
    expect(stopsWith(jobs)).toEqual(expected);
  });

  it('follow what is recorded and not sent: a collected job moves to the stop at its drop-off', () => {
    const jobs: Given[] = ['a', 'b', 'c'].map((id) => ({ id, status: 'assigned' }));
    const recorded = [action('a', 'collect'), action('b', 'collect')];
    expect(stopsWith(jobs, recorded)).toEqual([
      ['deliver', 'a,b'],
      ['collect', 'c'],
    ]);
  });

  it('are due when the first of their jobs is', () => {
    const jobs = [12, 9, 11].map((due, place) =>
      job({ id: `${due}`, status: 'assigned', due }, place),
    );
    expect(stopsOf(jobs, [])[0]?.due).toBe(hour(9));
  });
});

describe('the steps of a stop', () => {
  const at = (...states: JobStatus[]) => ({ jobs: states.map((status) => ({ status })) });
  it.each<[string, JobStatus[], ActionType]>([
    ['leaving, while none has left', ['assigned', 'assigned'], 'depart'],
    ['collecting, once one has left', ['assigned', 'en_route_pickup'], 'collect'],
    ['leaving with what was collected', ['collected', 'collected'], 'depart'],
    ['handing over, once one has left', ['collected', 'in_transit'], 'deliver'],
  ])('begin at a door with %s', (_, states, first) => {
    const { jobs } = at(...states);
    expect(
      stepsAtDoor({ jobs: jobs.map(({ status }, n) => job({ id: `${n}`, status }, n)) })[0],
    ).toBe(first);
  });

  it('leave scans and replaced seals to the single job', () => {
    const jobs = [job({ id: 'a', status: 'in_transit' }, 0)];
    expect(stepsAtDoor({ jobs })).toEqual(['deliver', 'arriving', 'delivery_failed']);
  });

  it('are for the jobs that allow them', () => {
    const { jobs } = at('assigned', 'en_route_pickup');
    expect(jobsFor(jobs, 'depart')).toEqual([{ status: 'assigned' }]);
    expect(jobsFor(jobs, 'collect')).toHaveLength(2);
  });
});
