import { type Status, statuses } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { clinic, laboratory, priced } from '../../test/job.ts';
import { ids } from '../../test/job-commands.ts';
import { areFromToday, bookedAt, buildSample, samplePlans } from './samples.ts';

const madeAt = new Date('2026-11-02T08:00:00.000Z');
const inputs = {
  priced,
  tenant: { id: 'ten_samples_1', name: 'Samples' },
  pickup: clinic,
  dropoff: laboratory,
  policies: { default_cost_centre: '', requirements: {}, sscc: null, temperature_profiles: [] },
};
const made = samplePlans.map((plan) => ({
  plan,
  ...buildSample(plan, inputs, { madeAt, ids: { ...ids, parcel_ids: ['pcl_1'] } }),
}));
const stored = (reference: string) => {
  const found = made.find(({ plan }) => plan.reference === reference);
  if (!found) throw new Error(`no sample ${reference}`);
  return found.stored;
};

const expected: [string, Status, number][] = [
  ['SAMPLE-01', 'booked', 1],
  ['SAMPLE-02', 'booked', 1],
  ['SAMPLE-03', 'assigned', 2],
  ['SAMPLE-04', 'en_route_pickup', 2],
  ['SAMPLE-05', 'collected', 3],
  ['SAMPLE-06', 'in_transit', 5],
  ['SAMPLE-07', 'delivered', 6],
  ['SAMPLE-08', 'delivered', 6],
  ['SAMPLE-09', 'delivered', 6],
  ['SAMPLE-10', 'delivered', 7],
  ['SAMPLE-11', 'exception', 2],
  ['SAMPLE-12', 'cancelled', 2],
];

describe('the samples', () => {
  it.each(expected)('%s is %s, with %i events in its chain of custody', (reference, status, n) => {
    expect(stored(reference).job).toMatchObject({ reference, status, custody_events: n });
  });

  it('are of every status of a job', () => {
    expect(new Set(made.map((each) => each.stored.job.status))).toEqual(new Set(statuses));
  });

  it('have all of their past behind them, in order', () => {
    for (const { plan, stored: sample } of made) {
      const times = [...sample.milestones.map(({ at }) => at), madeAt];
      expect(times[0]).toEqual(bookedAt(plan, madeAt));
      expect(times.every((at, place) => at >= (times[place - 1] ?? at))).toBe(true);
    }
  });

  it('emit each step as it was, and are stored as one', () => {
    for (const { results, stored: sample } of made) {
      expect(sample.milestones).toEqual(results.flatMap(({ milestones }) => milestones));
      expect(sample.job).toEqual(results.at(-1)?.job);
    }
  });
});

it.each([
  ['2026-11-02T00:00:00.000Z', '2026-11-02T23:59:59.999Z', true],
  ['2026-11-01T23:59:59.999Z', '2026-11-02T00:00:00.000Z', false],
])('of %s are of the same day at %s: %s', (created_at, now, same) => {
  expect(areFromToday(new Date(created_at), new Date(now))).toBe(same);
});
