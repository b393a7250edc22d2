import { deskJobDetail, jobs } from '@svc/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JobsApp, newTenant, startJobs } from './app.ts';
import { carrier, carrierOf } from './carrier.ts';
import { custodyState, trackingState } from './neighbours.ts';

let app: JobsApp;
beforeAll(async () => {
  app = await startJobs();
});
afterAll(() => app.stop());

const instructions = {
  note: 'Blue gate',
  pickup_contact: { name: 'Desk', phone: '+27 11 555 0161' },
  dropoff_contact: null,
};

describe('getForDesk', () => {
  it('answers a job of any tenant with its parts, by id and by reference', async () => {
    const tenant = newTenant();
    const job = await carrierOf(app).jobThatIs(tenant, 'in_transit', instructions);
    const read = await carrierOf(app).desk().getForDesk({ id: job.ref });
    expect(deskJobDetail.strict().parse(read)).toEqual(read);
    expect(read).toMatchObject({
      id: job.id,
      tenant: { id: tenant },
      status: 'in_transit',
      ...instructions,
      pickup: { site_id: 'cli-0', address: '1 Marula Road', receiving_hours: '24/7' },
      driver: { driver_id: 'drv_1', first_name: 'Thandi' },
      vehicle: { vehicle_id: 'veh_1' },
      legs: [{ status: 'in_progress' }],
      timeline: [
        { type: 'booked' },
        { type: 'assigned' },
        { type: 'collected', seal: 'SEAL-1' },
        { type: 'departed' },
      ],
      tracking: trackingState,
      custody: custodyState,
    });
    expect(await carrierOf(app).desk().getForDesk({ id: job.id })).toEqual(read);
  });

  it('has null for the part of a service that is away, and the rest', async () => {
    const job = await carrierOf(app).jobThatIs(newTenant(), 'booked');
    // No webhooks service runs beside these tests.
    expect(await carrierOf(app).desk().getForDesk({ id: job.id })).toMatchObject({
      deliveries: null,
      driver: null,
      vehicle: null,
      custody: custodyState,
    });
  });

  it('refuses with job_not_found what is none', async () => {
    const reply = await app.call([jobs, 'getForDesk'], { id: 'job_none' }, { tenant: carrier });
    expect(reply).toMatchObject({ refused: { code: 'job_not_found' } });
  });
});
