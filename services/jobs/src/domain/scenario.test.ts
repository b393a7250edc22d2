import { scenarios } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { bookedAt, bookedJob } from '../../test/job.ts';
import { ids } from '../../test/job-commands.ts';
import type { JobRecord } from './job.ts';
import { scenarioCrew as crew, stepsOf } from './scenario.ts';
import { isReachable, reachStop } from './simulated-journey.ts';

const playable = scenarios.filter((scenario) => scenario !== 'none');

describe.each(playable)('the scenario %s', (scenario) => {
  const steps = stepsOf(scenario, bookedAt);

  it('ends within a minute, one step after the other', () => {
    const offsets = steps.map(({ due_at }) => due_at.getTime() - bookedAt.getTime());
    expect(offsets.every((ms, place) => ms > (offsets[place - 1] ?? 0) && ms < 60_000)).toBe(true);
  });

  it('has no step that a job could refuse, whatever proof it requires', () => {
    const requirements = { otp: true, id_check: true, signature: true, photo: true };
    let job: JobRecord = { ...bookedJob, requirements };
    for (const { stop, due_at: at } of steps.filter((step) => step.stop !== 'brought_back')) {
      expect(isReachable(job, stop)).toBe(true);
      job = reachStop(job, stop, { at, crew, ids }).job;
      expect(job.milestone_at).toEqual(at);
    }
    expect(['delivered', 'exception', 'cancelled']).toContain(job.status);
  });

  it('has no further step for a job that was cancelled', () => {
    const job: JobRecord = { ...bookedJob, status: 'cancelled' };
    expect(steps.filter(({ stop }) => isReachable(job, stop))).toEqual([]);
  });
});

it('the scenario none has no steps', () => {
  expect(stepsOf('none', bookedAt)).toEqual([]);
});

it('a test job is driven in a vehicle of its own', () => {
  const [first] = stepsOf('delivered', bookedAt);
  if (!first) throw new Error('no step');
  const vehicles = ['job_A', 'job_B'].map((id) => {
    const { job } = reachStop({ ...bookedJob, id }, first.stop, {
      at: first.due_at,
      crew,
      ids,
    });
    return job.assignment?.vehicle_id;
  });
  expect(new Set(vehicles).size).toBe(2);
});
