import { describe, expect, it } from 'vitest';
import { bookedJob, jobIn } from '../../test/job.ts';
import type { JobRecord } from './job.ts';
import { transition } from './transition.ts';

const now = new Date('2026-11-02T09:00:00.000Z');
const free = 'Cancelled before assignment: no fee.';
const cancelled = (job: JobRecord, reason = 'why') =>
  transition(job, { type: 'cancel', reason }, { now, by: 'client:cli_1' });
const half = 'Cancelled after assignment: 50 % of the base price.';

describe('cancelling', () => {
  it.each([
    ['booked', 0, free],
    ['assigned', 9251, half],
    ['en_route_pickup', 9251, half],
    ['exception', 9251, half],
  ] as const)('a job that is %s costs %d cents', (status, fee_cents, rule) => {
    const { job, milestones, events } = cancelled(jobIn(status), 'no longer needed');
    const cancellation = { reason: 'no longer needed', fee_cents, currency: 'ZAR', rule };
    expect(job).toEqual({
      ...jobIn(status),
      version: 2,
      last_change: { command: 'cancel', at: now.toISOString(), by: 'client:cli_1' },
      status: 'cancelled',
      cancellation,
      milestone_at: now,
      custody_events: 2,
    });
    expect(events).toMatchObject([
      { type: 'job.cancelled', data: cancellation, custody: { type: 'cancelled' } },
    ]);
    expect(milestones).toEqual([{ at: now, type: 'cancelled', note: rule, seal: null }]);
  });

  it.each([
    [0, 0],
    [1, 1],
    [18_500, 9250],
    [18_501, 9251],
  ])('half of a base of %d cents is rounded to %d', (base_cents, fee_cents) => {
    const job = jobIn('assigned', { priced: { ...bookedJob.priced, base_cents } });
    expect(cancelled(job).job.cancellation?.fee_cents).toBe(fee_cents);
  });

  it('the reason is hidden from trackers and the chain of custody', () => {
    const { milestones, events } = cancelled(bookedJob, 'patient has moved');
    const shown = [milestones, events.map(({ custody }) => custody)];
    expect(JSON.stringify(shown)).not.toContain('patient');
  });
});
