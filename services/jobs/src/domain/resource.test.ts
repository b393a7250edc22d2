import { jobDetail, job as jobResource } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { bookedAt, bookedJob, jobIn, priced } from '../../test/job.ts';
import { factsOf } from './facts.ts';
import { toDetail, toResource } from './resource.ts';

const publicUrl = 'https://svc.example';

describe('the job as its tenant sees it', () => {
  it('has every member of the contract and no other', () => {
    const resource = toResource(bookedJob, publicUrl);
    expect(jobResource.strict().parse(resource)).toEqual(resource);
    expect(resource).toMatchObject({
      status: 'booked',
      sku: 'LAB-STD',
      service: 'Specimens',
      tenant: { id: 'ten_a', name: 'Tenant A' },
      pickup: { site_id: 'cli-0', name: 'Clinic North' },
      km: 22.5,
      created_at: '2026-11-02T08:00:00.000Z',
      sla_due: '2026-11-02T12:00:00.000Z',
      delivered_at: null,
      price: { amount_cents: 25_251, currency: 'ZAR', vat_inclusive: false },
      tracking_url: 'https://svc.example/t/a-token-of-22-letters-x',
    });
  });

  it.each([
    ['ambient', { min: 15, max: 25 }],
    ['2-8C', { min: 2, max: 8 }],
    ['frozen', { min: -25, max: -15 }],
    [null, null],
  ] as const)('shows the range of temperature class %s', (temperature_class, range) => {
    const job = { ...bookedJob, priced: { ...priced, temperature_class } };
    expect(toResource(job, publicUrl).temperature_range_c).toEqual(range);
  });

  it('adds legs, parcels, proof and custody when one job is asked for', () => {
    const detail = toDetail(bookedJob, publicUrl);
    expect(jobDetail.strict().parse(detail)).toEqual(detail);
  });
});

describe('the leg of a job', () => {
  const collected = { collected_at: bookedAt };
  it.each([
    ['booked', {}, 'planned'],
    ['assigned', {}, 'planned'],
    ['en_route_pickup', {}, 'planned'],
    ['collected', collected, 'in_progress'],
    ['in_transit', collected, 'in_progress'],
    ['delivered', collected, 'completed'],
    ['cancelled', {}, 'cancelled'],
    ['exception', {}, 'planned'],
    ['exception', collected, 'in_progress'],
    ['exception', { ...collected, return_job_id: 'job_2' }, 'failed'],
  ] as const)('of a job that is %s with %o is %s', (status, change, expected) => {
    expect(toDetail(jobIn(status, change), publicUrl).legs).toMatchObject([
      { seq: 1, from_site_id: 'cli-0', to_site_id: 'lab-0', status: expected },
    ]);
  });

  it('departs with the collection and arrives with the delivery', () => {
    const delivered_at = new Date('2026-11-02T09:30:00.000Z');
    expect(toDetail(jobIn('delivered', { delivered_at }), publicUrl).legs).toMatchObject([
      { departed_at: '2026-11-02T08:00:00.000Z', arrived_at: '2026-11-02T09:30:00.000Z' },
    ]);
  });
});

it('the facts for other services hold positions, price and token', () => {
  expect(factsOf(bookedJob).job).toMatchObject({
    status: 'booked',
    ref: 'SVC-0123ABCD',
    pickup: { position: { lat: -26.1076, lng: 28.0567 } },
    priced,
    parcels: 1,
    tracking_token: bookedJob.tracking_token,
  });
});
