import { jobs, movedJob } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JobsApp, newTenant, startJobs } from './app.ts';
import { carrier, carrierOf } from './carrier.ts';

let app: JobsApp;
let tenant: string;
beforeAll(async () => {
  app = await startJobs();
});
afterAll(() => app.stop());
beforeEach(() => {
  tenant = newTenant();
});

const road = () => carrierOf(app);
const undo = (id: string, version: number, request?: string) =>
  app.call(
    [jobs, 'undoAssignment'],
    { id, version, by: 'Lerato M' },
    {
      tenant: carrier,
      ...(request && { request, fingerprint: 'same' }),
    },
  );

describe('undoAssignment answers', () => {
  it('the job without a driver, who can be assigned again', async () => {
    const { id } = await road().jobThatIs(tenant, 'assigned');
    const job = await road().desk().undoAssignment({ id, version: 2 });
    expect(movedJob.strict().parse(job)).toEqual(job);
    expect(job).toMatchObject({
      ...{ status: 'booked', driver_id: null, vehicle_id: null, version: 3 },
      webhook_events: ['job.updated'],
    });
    expect(await road().assign(id, 'drv_2')).toMatchObject({ driver_id: 'drv_2', version: 4 });
    const cancelled = await app.clients(tenant).jobs.list({ status: 'booked' });
    expect(cancelled.total).toBe(0);
  });

  it('the job with the driver of before', async () => {
    const { id } = await road().jobThatIs(tenant, 'assigned');
    await road().assign(id, 'drv_2', 'veh_2');
    expect(await undo(id, 3)).toMatchObject({
      ok: { driver_id: 'drv_1', vehicle_id: 'veh_1', webhook_events: ['job.assigned'] },
    });
  });

  it('the same to a repeated request', async () => {
    const { id } = await road().jobThatIs(tenant, 'assigned');
    const first = await undo(id, 2, `undo-${id}`);
    expect(await undo(id, 2, `undo-${id}`)).toEqual({ ...first, replayed: true });
  });
});

describe('undoAssignment refuses', () => {
  it('with job_changed when the driver has left, and says so', async () => {
    const { id } = await road().jobThatIs(tenant, 'assigned');
    await road().reportAs('drv_1', id, { type: 'depart' });
    expect(await undo(id, 2)).toMatchObject({
      refused: {
        code: 'job_changed',
        detail: expect.stringMatching(/is on the way to the pickup, by the driver at 2026-/),
      },
    });
  });

  it('with invalid_transition a job whose latest change is no assignment', async () => {
    const { id } = await road().jobThatIs(tenant, 'assigned');
    await app.clients(tenant).jobs.update({ id, reference: 'PO-2' });
    expect(await undo(id, 3)).toMatchObject({ refused: { code: 'invalid_transition' } });
    const booked = await road().jobThatIs(tenant, 'booked');
    expect(await undo(booked.id, 1)).toMatchObject({ refused: { code: 'invalid_transition' } });
  });

  it.each(['job_none', 'no id'])('with job_not_found %s', async (id) => {
    expect(await undo(id, 1)).toMatchObject({ refused: { code: 'job_not_found' } });
  });
});
