import { scenarios } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { draw } from '../../test/happenings.ts';
import { bookedAt, bookedJob } from '../../test/job.ts';
import { isOnCourse, reach } from './course.ts';
import type { Job } from './job.ts';
import { scenarioCrew as crew, stepsOf } from './scenario.ts';

const playable = scenarios.filter((scenario) => scenario !== 'none');

describe.each(playable)('the scenario %s', (scenario) => {
  const steps = stepsOf(scenario, bookedJob.id, bookedAt);

  it('is over within a minute, one step after the other', () => {
    const offsets = steps.map(({ due_at }) => due_at.getTime() - bookedAt.getTime());
    expect(offsets.every((ms, place) => ms > (offsets[place - 1] ?? 0) && ms < 60_000)).toBe(true);
    expect(steps.map(({ seq }) => seq)).toEqual(steps.map((_, place) => place));
  });

  it('takes no step that a job could refuse, whatever proof it requires', () => {
    const requirements = { otp: true, id_check: true, signature: true, photo: true };
    let job: Job = { ...bookedJob, requirements };
    for (const { stop, due_at: at } of steps.filter((step) => step.stop !== 'brought_back')) {
      expect(isOnCourse(job, stop)).toBe(true);
      job = reach(job, stop, { at, crew, draw }).job;
      expect(job.milestone_at).toEqual(at);
    }
    expect(['delivered', 'exception', 'cancelled']).toContain(job.status);
  });

  it('has no further step for a job that was cancelled', () => {
    const job: Job = { ...bookedJob, status: 'cancelled' };
    expect(steps.filter(({ stop }) => isOnCourse(job, stop))).toEqual([]);
  });
});

it('none has no steps', () => {
  expect(stepsOf('none', bookedJob.id, bookedAt)).toEqual([]);
});

it('a test job is driven in a vehicle of its own', () => {
  const [first] = stepsOf('delivered', 'job_A', bookedAt);
  if (!first) throw new Error('no step');
  const vehicles = ['job_A', 'job_B'].map((id) => {
    const { job } = reach({ ...bookedJob, id }, first.stop, { at: first.due_at, crew, draw });
    return job.assignment?.vehicle_id;
  });
  expect(new Set(vehicles).size).toBe(2);
});
