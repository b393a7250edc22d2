import { type Job, jobs, type RequestOf } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JobsApp, newTenant, startJobs } from './app.ts';
import { carrier, carrierOf } from './carrier.ts';

let app: JobsApp;
let tenants: [string, string];
beforeAll(async () => {
  app = await startJobs();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.owner.query('truncate jobs.job cascade');
  tenants = [newTenant(), newTenant()];
});

const road = () => carrierOf(app);
const list = (filter: RequestOf<(typeof jobs)['actions']['listForDesk']>) =>
  road().desk().listForDesk(filter);
const ids = (of: readonly Pick<Job, 'id'>[]) => of.map(({ id }) => id);

describe('listForDesk', () => {
  it('answers the jobs of all tenants, newest first, with driver and vehicle', async () => {
    const older = await road().jobThatIs(tenants[0], 'assigned');
    app.clock.advanceMs(1000);
    const newer = await road().jobThatIs(tenants[1], 'booked');
    const page = await list({});
    expect(ids(page.data)).toEqual([newer.id, older.id]);
    expect(page).toMatchObject({
      object: 'list',
      has_more: false,
      data: [
        { tenant: { id: tenants[1] }, driver_id: null },
        { tenant: { id: tenants[0] }, driver_id: 'drv_1', vehicle_id: 'veh_1' },
      ],
    });
  });

  it('filters by status, by driver and by whether a driver is wanted', async () => {
    const waiting = await road().jobThatIs(tenants[0], 'booked');
    await road().jobThatIs(tenants[0], 'cancelled');
    const first = await road().jobThatIs(tenants[1], 'collected');
    const second = await road().jobThatIs(tenants[0], 'assigned');
    await road().assign(second.id, 'drv_2');
    const found = async (filter: Parameters<typeof list>[0]) =>
      new Set(ids((await list(filter)).data));
    expect(await found({ status: 'collected' })).toEqual(new Set([first.id]));
    expect(await found({ driver_id: 'drv_2' })).toEqual(new Set([second.id]));
    expect(await found({ driver_id: 'drv_2', status: 'collected' })).toEqual(new Set());
    expect(await found({ unassigned: true })).toEqual(new Set([waiting.id]));
    expect(await found({ unassigned: false })).toEqual(new Set([first.id, second.id]));
  });

  it('pages by id or reference, and not after a job that is none', async () => {
    const booked: Job[] = [];
    for (const tenant of [...tenants, ...tenants]) {
      app.clock.advanceMs(1000);
      booked.unshift(await road().jobThatIs(tenant, 'booked'));
    }
    const first = await list({ limit: 3 });
    expect({ ids: ids(first.data), more: first.has_more }).toEqual({
      ids: ids(booked.slice(0, 3)),
      more: true,
    });
    const last = await list({ limit: 3, starting_after: booked[2]?.ref });
    expect({ ids: ids(last.data), more: last.has_more }).toEqual({
      ids: ids(booked.slice(3)),
      more: false,
    });
    await expect(list({ starting_after: 'job_none' })).rejects.toMatchObject({
      issues: [{ path: ['starting_after'], code: 'unknown_cursor' }],
    });
  });

  it('refuses as bad input a status that is none', async () => {
    const reply = await app.call([jobs, 'listForDesk'], { status: 'lost' }, { tenant: carrier });
    expect(reply).toMatchObject({ invalid: [{ path: ['status'] }] });
  });
});
