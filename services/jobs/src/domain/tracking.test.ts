import { tracking } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { bookedAt, bookedJob, jobIn } from '../../test/job.ts';
import { etaMinutes, trackingOf } from './tracking.ts';

const at = (time: string) => new Date(`2026-11-02T${time}Z`);

describe('the tracking record', () => {
  it('shows status, arrival and timeline, and nothing of price or reason', () => {
    const record = trackingOf(bookedJob, {
      milestones: [{ at: bookedAt, type: 'booked', note: 'Booked', seal: null }],
      now: at('08:30:00.000'),
      publicUrl: 'https://svc.example',
    });
    expect(tracking.strict().parse(record)).toEqual(record);
    expect(record).toEqual({
      ref: 'SVC-0123ABCD',
      status: 'booked',
      tracking_url: 'https://svc.example/t/a-token-of-22-letters-x',
      eta_minutes: 210,
      driver: null,
      vehicle: null,
      events: [{ at: '2026-11-02T08:00:00.000Z', type: 'booked', note: 'Booked', seal: null }],
    });
  });
});

describe('minutes to arrival', () => {
  it.each([
    ['count to the due time', { status: 'booked', time: '08:00:00.000', minutes: 240 }],
    ['count a begun minute', { status: 'assigned', time: '11:59:00.001', minutes: 1 }],
    ['are none at the due time', { status: 'booked', time: '12:00:00.000', minutes: 0 }],
    ['are never negative', { status: 'in_transit', time: '15:00:00.000', minutes: 0 }],
    ['are none after delivery', { status: 'delivered', time: '08:00:00.000', minutes: 0 }],
    ['are none after cancelling', { status: 'cancelled', time: '08:00:00.000', minutes: 0 }],
  ] as const)('%s', (_, { status, time, minutes }) => {
    expect(etaMinutes(jobIn(status), at(time))).toBe(minutes);
  });
});
