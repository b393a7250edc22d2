import { courierJob, deskJob, jobDetail, job as jobResource, statuses } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { bookedAt, bookedJob, jobIn } from '../../test/job.ts';
import { noInstructions } from './instructions.ts';
import { toCourierJob, toDeskJob, toDetail, toResource } from './resource.ts';

const addresses = {
  publicUrl: 'https://svc.example',
  apiUrl: 'https://api.svc.example/v1',
};

describe('the job as its tenant sees it', () => {
  it('has every member of the contract and no other', () => {
    const resource = toResource(bookedJob, addresses);
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

  it('has legs, parcels, proof and custody when retrieved alone', () => {
    const detail = toDetail(bookedJob, noInstructions, addresses);
    expect(jobDetail.strict().parse(detail)).toEqual(detail);
  });
});

it.each(statuses)('a job that is %s has a certificate once it is delivered', (status) => {
  expect(toResource(jobIn(status), addresses).certificate_url).toBe(
    status === 'delivered' ? `https://api.svc.example/v1/certificates/${bookedJob.id}` : null,
  );
});

it('the desk sees the crew and requirements of a job', () => {
  const resource = toDeskJob(jobIn('assigned'), addresses);
  expect(deskJob.strict().parse(resource)).toEqual(resource);
  expect(resource).toMatchObject({ driver_id: 'drv_1', vehicle_id: 'veh_1' });
  expect(toDeskJob(bookedJob, addresses)).toMatchObject({ driver_id: null, vehicle_id: null });
});

it('a courier sees what the road needs, and nothing of customer or price', () => {
  const labels = { cost_centre: 'CC-SECRET', reference: 'Insulin', metadata: { drug: 'Insulin' } };
  const resource = toCourierJob({ ...jobIn('assigned'), ...labels });
  expect(courierJob.strict().parse(resource)).toEqual(resource);
  expect(JSON.stringify(resource)).not.toMatch(/SECRET|Insulin|cents|tenant|http/);
  expect(resource).toMatchObject({ object: 'courier_job', status: 'assigned' });
});

describe('a leg', () => {
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
    expect(toDetail(jobIn(status, change), noInstructions, addresses).legs).toMatchObject([
      { seq: 1, from_site_id: 'cli-0', to_site_id: 'lab-0', status: expected },
    ]);
  });

  const nine = new Date('2026-11-02T09:00:00.000Z');
  const ten = new Date('2026-11-02T10:00:00.000Z');
  it.each([
    ['with the departure', jobIn('in_transit', { departed_at: nine }), nine, null],
    ['not with the collection alone', jobIn('collected'), null, null],
    [
      'with the collection where nobody told of the departure',
      jobIn('delivered', { departed_at: null, collected_at: nine, delivered_at: ten }),
      nine,
      ten,
    ],
    [
      'and arrives with the delivery',
      jobIn('delivered', { departed_at: nine, delivered_at: ten }),
      nine,
      ten,
    ],
  ])('has its time of departure set %s', (_, job, departed, arrived) => {
    expect(toDetail(job, noInstructions, addresses).legs).toMatchObject([
      {
        departed_at: departed?.toISOString() ?? null,
        arrived_at: arrived?.toISOString() ?? null,
      },
    ]);
  });
});
