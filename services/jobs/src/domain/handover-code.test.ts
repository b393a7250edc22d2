import { statuses } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { jobIn } from '../../test/job.ts';
import { applyCommand, handOver, now } from '../../test/job-commands.ts';
import { lockedUntil, requireCode } from './handover-code.ts';
import type { JobRecord } from './job.ts';

const job = jobIn('in_transit');
const report = (to: JobRecord, code: 'right' | 'wrong' | 'missing', at = now) =>
  applyCommand(to, { ...handOver, code }, { now: at });
const quarterHour = new Date('2026-11-02T09:15:00.000Z');
const wrongTimes = (times: number) => {
  let last = job;
  for (let n = 0; n < times; n += 1) last = report(last, 'wrong').job;
  return last;
};

describe('a wrong handover code', () => {
  it.each([
    [1, '4 tries are left'],
    [4, '1 try is left'],
    [5, 'it is locked for 15 minutes'],
  ])('is refused at attempt %d: %s', (time, consequence) => {
    const { refusal } = report(wrongTimes(time - 1), 'wrong');
    expect(refusal).toMatchObject({
      code: 'invalid_handover_code',
      detail: `This is not the handover code of job SVC-0123ABCD; ${consequence}.`,
      keepsWrites: true,
    });
  });

  it('increments the attempt count and emits nothing', () => {
    const result = report(job, 'wrong');
    expect(result).toMatchObject({ milestones: [], events: [] });
    expect(result.job).toEqual({ ...job, code_attempts: 1 });
  });

  it('is refused also where no code is required', () => {
    expect(job.requirements.otp).toBe(false);
    expect(report(job, 'wrong').refusal?.code).toBe('invalid_handover_code');
  });
});

const locked = wrongTimes(5);

it.each(['right', 'wrong'] as const)(
  'a locked code refuses even a %s one for 15 minutes',
  (code) => {
    expect(locked.code_locked_until).toEqual(quarterHour);
    expect(() => report(locked, code)).toThrow(
      'handover_locked: Too many wrong codes for job SVC-0123ABCD; locked until 2026-11-02T09:15:00.000Z.',
    );
  },
);

it('a locked code unlocks with five new attempts', () => {
  expect(report(locked, 'right', quarterHour).job.status).toBe('delivered');
  const again = report(locked, 'wrong', quarterHour);
  expect(again).toMatchObject({ job: { code_attempts: 1 }, refusal: { keepsWrites: true } });
  expect(lockedUntil(again.job, quarterHour)).toBeNull();
});

it('a locked code does not stop a delivery that needs none', () => {
  expect(report(locked, 'missing').job.status).toBe('delivered');
});

it.each(statuses)('a job that is %s has a code from assignment to its end', (status) => {
  const there = ['assigned', 'en_route_pickup', 'collected', 'in_transit', 'exception'];
  const code = () => requireCode(jobIn(status));
  if (there.includes(status)) expect(code()).toBe('sealed');
  else expect(code).toThrow(`invalid_transition: Job SVC-0123ABCD is ${status};`);
});
