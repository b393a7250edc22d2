import { jobs, trackedJob } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { booking, type JobsApp, newTenant, startJobs } from './app.ts';
import { carrierOf } from './carrier.ts';
import { priced } from './job.ts';

let app: JobsApp;
let tenant: string;
beforeAll(async () => {
  app = await startJobs();
});
afterAll(() => app.stop());
beforeEach(() => {
  tenant = newTenant();
});

const client = () => app.clients(tenant).jobs;
type Read = 'get' | 'track' | 'trackByToken' | 'locate' | 'locateForDesk';
const call = (action: Read, input: unknown) => app.call([jobs, action], input, { tenant });
const strangersJob = () => app.clients(newTenant()).jobs.book(booking());

describe('get', () => {
  it('answers the same job by id and by reference', async () => {
    const { id, ref, webhook_events: _, ...job } = await client().book(booking());
    const detail = await client().get({ id });
    expect(detail).toMatchObject({ ...job, custody_events: 1, return_job_id: null });
    expect(detail).not.toHaveProperty('webhook_events');
    expect(await client().get({ id: ref })).toEqual(detail);
  });

  it("refuses another tenant's job like one that never was", async () => {
    const { id, ref } = await strangersJob();
    const never = await call('get', { id: 'job_none' });
    expect(never).toMatchObject({ refused: { code: 'job_not_found' } });
    expect(await call('get', { id })).toEqual(never);
    expect(await call('get', { id: ref })).toEqual(never);
  });

  it('refuses what cannot be an id like one that never was', async () => {
    expect(await call('get', { id: 'a b' })).toMatchObject({ refused: { code: 'job_not_found' } });
  });
});

describe('track', () => {
  it('answers where the job stands, by reference and by id', async () => {
    const { id, ref, tracking_url } = await client().book(booking());
    const record = await client().track({ ref });
    expect(trackedJob.strict().parse(record)).toEqual(record);
    expect(record).toMatchObject({
      id,
      tenant_id: tenant,
      ref,
      status: 'booked',
      tracking_url,
      pickup: { position: { lat: -26.1076 } },
      assignment: null,
      announced_eta: null,
      events: [{ at: '2026-11-02T08:00:00.000Z', type: 'booked', note: 'Booked', seal: null }],
      last_sequence: 1,
    });
    expect(await client().track({ ref: id })).toEqual(record);
  });

  it('tells what happened in order, and by whom it is brought', async () => {
    const { id, ref } = await client().book(booking());
    await client().update({ id, priority: 'stat' });
    const { assign, report } = carrierOf(app);
    await assign(id);
    await report(id, { type: 'depart' });
    await report(id, { type: 'arriving', eta_minutes: 4 });
    expect(await client().track({ ref })).toMatchObject({
      status: 'en_route_pickup',
      assignment: { driver_id: 'drv_1', registration: 'CA 123-456' },
      announced_eta: { minutes: 4, at: '2026-11-02T08:00:00.000Z' },
      events: ['booked', 'updated', 'assigned', 'en_route_pickup', 'arriving_pickup'].map(
        (type) => ({ type }),
      ),
      last_sequence: 5,
    });
  });

  it("refuses another tenant's job like one that never was", async () => {
    const { ref } = await strangersJob();
    const never = await call('track', { ref: 'SVC-00000000' });
    expect(never).toMatchObject({ refused: { code: 'tracking_not_found' } });
    expect(await call('track', { ref })).toEqual(never);
  });

  it('refuses what cannot be a reference like one that never was', async () => {
    expect(await call('track', { ref: '%' })).toMatchObject({
      refused: { code: 'tracking_not_found' },
    });
  });
});

describe('trackByToken', () => {
  it('answers the same to every holder of the link, of any tenant', async () => {
    const { ref, tracking_url } = await client().book(booking());
    const token = tracking_url.split('/').at(-1) ?? '';
    const record = await app.clients(newTenant()).jobs.trackByToken({ token });
    expect(record).toEqual(await client().track({ ref }));
  });

  it('refuses a token that opens nothing, also a reference', async () => {
    const { ref } = await client().book(booking());
    for (const token of ['a-token-of-22-letters-x', ref, '']) {
      expect(await call('trackByToken', { token })).toMatchObject({
        refused: { code: 'tracking_not_found' },
      });
    }
  });
});

describe('locate', () => {
  it('answers what an id or reference stands for, and how far its events go', async () => {
    const { id, ref } = await client().book(booking());
    await carrierOf(app).assign(id);
    const located = await client().locate({ id: ref });
    expect(located).toEqual({
      id,
      ref,
      tenant_id: tenant,
      status: 'assigned',
      requirements: priced.requirements,
      last_sequence: 2,
    });
    expect(await client().locate({ id })).toEqual(located);
  });

  it("refuses another tenant's job like one that never was", async () => {
    const { id } = await strangersJob();
    const never = await call('locate', { id: 'job_none' });
    expect(never).toMatchObject({ refused: { code: 'job_not_found' } });
    expect(await call('locate', { id })).toEqual(never);
  });
});

describe('locateForDesk', () => {
  it('answers whose job it is and who brings it, whatever the tenant', async () => {
    const { id, ref } = await client().book(booking());
    const { desk, assign } = carrierOf(app);
    const located = { id, ref, tenant_id: tenant };
    expect(await desk().locateForDesk({ id })).toEqual({
      ...located,
      ...{ driver_id: null, status: 'booked', last_sequence: 1 },
    });
    await assign(id);
    expect(await desk().locateForDesk({ id: ref })).toEqual({
      ...located,
      ...{ driver_id: 'drv_1', status: 'assigned', last_sequence: 2 },
    });
  });

  it('refuses a job that never was', async () => {
    expect(await call('locateForDesk', { id: 'job_none' })).toMatchObject({
      refused: { code: 'job_not_found' },
    });
  });
});
