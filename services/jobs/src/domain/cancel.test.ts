import { describe, expect, it } from 'vitest';
import { bookedAt, bookedJob, jobIn } from '../../test/job.ts';
import { decideCancel } from './cancel.ts';

const now = new Date('2026-11-02T09:00:00.000Z');
const free = 'Cancelled before assignment: no fee.';
const half = 'Cancelled after assignment: 50 % of the base price.';

describe('cancelling', () => {
  it.each([
    ['booked', 0, free],
    ['assigned', 9251, half],
    ['en_route_pickup', 9251, half],
    ['exception', 9251, half],
  ] as const)('a job that is %s costs %d cents', (status, fee_cents, rule) => {
    const { job, cancellation, milestones } = decideCancel(jobIn(status), 'no longer needed', now);
    expect(job).toEqual({ ...jobIn(status), status: 'cancelled', cancellation });
    expect(cancellation).toEqual({ reason: 'no longer needed', fee_cents, currency: 'ZAR', rule });
    expect(milestones).toEqual([{ at: now, type: 'cancelled', note: rule, seal: null }]);
  });

  it.each([
    [0, 0],
    [1, 1],
    [18_500, 9250],
    [18_501, 9251],
  ])('rounds half of a base of %d cents to %d', (base_cents, fee_cents) => {
    const job = jobIn('assigned', { priced: { ...bookedJob.priced, base_cents } });
    expect(decideCancel(job, 'why', now).cancellation.fee_cents).toBe(fee_cents);
  });

  it('does not show the reason to those who track the job', () => {
    const { milestones } = decideCancel(bookedJob, 'patient has moved', now);
    expect(JSON.stringify(milestones)).not.toContain('patient');
  });

  it.each([
    ['collected', jobIn('collected'), 'in_custody'],
    ['in transit', jobIn('in_transit'), 'in_custody'],
    [
      'in an exception after collection',
      jobIn('exception', { collected_at: bookedAt }),
      'in_custody',
    ],
    ['delivered', jobIn('delivered'), 'already_delivered'],
    ['cancelled', jobIn('cancelled'), 'already_cancelled'],
  ])('is refused when the job is %s', (_, job, code) => {
    expect(() => decideCancel(job, 'why', now)).toThrow(new RegExp(`^${code}: .*SVC-0123ABCD`));
  });
});
