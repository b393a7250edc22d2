import { exampleBooking } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { booking, jobsTest } from './app.ts';

const app = jobsTest();

const booked = (fields = {}) => app.as().book(booking(fields));
const events = async () => app.outbox(app.tenant);

describe('book', () => {
  it('returns the job that was booked', async () => {
    const job = await booked({ reference: 'PO-1', metadata: { b: '2', a: '1' } });
    expect(job).toMatchObject({
      id: expect.stringMatching(/^job_[0-9A-HJKMNP-TV-Z]{26}$/),
      ref: expect.stringMatching(/^SVC-[0-9A-HJKMNP-TV-Z]{8}$/),
      status: 'booked',
      tenant: { id: app.tenant, name: `Name of ${app.tenant}` },
      pickup: { site_id: 'cli-0', name: 'Clinic North' },
      dropoff: { site_id: 'lab-0', name: 'Central Laboratory' },
      created_at: '2026-11-02T08:00:00.000Z',
      sla_due: '2026-11-02T12:00:00.000Z',
      cost_centre: 'CC-DEFAULT',
      reference: 'PO-1',
      tracking_url: expect.stringMatching(/^https:\/\/svc\.example\/t\/[\w-]{22}$/),
      webhook_events: ['job.created'],
    });
    expect(JSON.stringify(job.metadata)).toBe('{"b":"2","a":"1"}');
  });

  it('returns every field of the example that a job has, as sent', async () => {
    const job = await app.as().book(exampleBooking);
    const isShown = ([name]: [string, unknown]) => name in job;
    expect(job).toMatchObject(Object.fromEntries(Object.entries(exampleBooking).filter(isShown)));
  });

  it('prices by the quote, which overrides direct fields', async () => {
    const job = await booked({ quote_id: 'q_lab', sku: 'LAB-NOPE', km: 1 });
    expect(job).toMatchObject({ sku: 'LAB-STD', km: 22.5, parcels: 3 });
  });

  it('computes the distance from the sites when none is sent', async () => {
    expect(await booked({ km: undefined })).toMatchObject({ km: 14 });
  });
});

it('emits job.created with the internals that other services need', async () => {
  const { id, ref, sla_due, tracking_url } = await booked();
  expect(await events()).toMatchObject([
    {
      type: 'job.created',
      job_id: id,
      sequence: 1,
      data: { job_id: id, ref, sku: 'LAB-STD', sla_due },
      internals: {
        job: {
          status: 'booked',
          pickup: { position: { lat: -26.1076 } },
          priced: { amount_cents: 25_251 },
          tracking_token: tracking_url.split('/').at(-1),
        },
        custody: { type: 'booked', by: 'client:cli_test', at: '2026-11-02T08:00:00.000Z' },
      },
    },
  ]);
});

it('counts the jobs of tenant and sites exactly under 20 concurrent bookings', async () => {
  // More concurrent calls might wait for a connection beyond the call timeout.
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(Array.from({ length: 20 }, () => booked()));
  }
  await booked({ pickup_site_id: 'hos-0' });
  expect(await app.counted()).toEqual({ total: 101, rows: 101 });
  expect(await app.counted('cli-0')).toEqual({ total: 100, rows: 100 });
  expect(await app.counted('lab-0')).toEqual({ total: 101, rows: 101 });
});
