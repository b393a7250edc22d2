import { jobs } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, booking, newTenant, startJobs } from './app.ts';

let app: App;
let tenant: string;
beforeAll(async () => {
  app = await startJobs();
});
afterAll(() => app.stop());
beforeEach(() => {
  tenant = newTenant();
});

const asked = () => app.clients(tenant).jobs;
const call = (action: 'get' | 'track', input: unknown) =>
  app.call([jobs, action], input, { tenant });
const strangersJob = () => app.clients(newTenant()).jobs.book(booking());

describe('get', () => {
  it('answers the same job by id and by reference', async () => {
    const { id, ref, webhook_events: _, ...job } = await asked().book(booking());
    const detail = await asked().get({ id });
    expect(detail).toMatchObject({ ...job, custody_events: 0, return_job_id: null });
    expect(detail).not.toHaveProperty('webhook_events');
    expect(await asked().get({ id: ref })).toEqual(detail);
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
    const { id, ref, tracking_url } = await asked().book(booking());
    const record = await asked().track({ ref });
    expect(record).toEqual({
      ref,
      status: 'booked',
      tracking_url,
      eta_minutes: 240,
      driver: null,
      vehicle: null,
      events: [{ at: '2026-11-02T08:00:00.000Z', type: 'booked', note: 'Booked', seal: null }],
    });
    expect(await asked().track({ ref: id })).toEqual(record);
  });

  it('tells what happened in order', async () => {
    const { id, ref } = await asked().book(booking());
    await asked().update({ id, priority: 'stat' });
    await asked().cancel({ id, reason: 'no longer needed' });
    const { status, eta_minutes, events } = await asked().track({ ref });
    expect({ status, eta_minutes }).toEqual({ status: 'cancelled', eta_minutes: 0 });
    expect(events.map(({ type }) => type)).toEqual(['booked', 'updated', 'cancelled']);
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
