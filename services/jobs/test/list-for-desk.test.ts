import { type Job, jobs, liveJobsTopic, type RequestOf } from '@svc/contracts';
import { until } from '@svc/devnet';
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

describe('listLive', () => {
  const live = (input: RequestOf<(typeof jobs)['actions']['listLive']>) =>
    road().desk().listLive(input);

  it('answers the open jobs of all tenants with their places, page by page', async () => {
    const older = await road().jobThatIs(tenants[0], 'assigned');
    app.clock.advanceMs(1000);
    const newer = await road().jobThatIs(tenants[1], 'booked');
    await road().jobThatIs(tenants[1], 'cancelled');
    const page = await live({ limit: 1 });
    expect([ids(page.data), page.has_more]).toEqual([[newer.id], true]);
    const rest = await live({ starting_after: newer.id });
    expect([ids(rest.data), rest.has_more]).toEqual([[older.id], false]);
    expect(rest.data[0]).toMatchObject({
      vehicle_id: 'veh_1',
      pickup: { position: { lat: -26.1076 } },
    });
  });

  it('is hinted at by the ids of jobs that changed, and by nothing else', async () => {
    const hints: unknown[] = [];
    const { transport } = app.service('jobs').runtime;
    transport.subscribe(liveJobsTopic, (payload) => hints.push(payload));
    const { id } = await road().jobThatIs(tenants[0], 'assigned');
    await until(() => hints.length >= 2, { timeoutMs: 60_000, what: 'the hints' });
    expect(hints).toEqual([{ ids: [id] }, { ids: [id] }]);
  });

  it('answers those that are asked for in whatever state', async () => {
    const over = await road().jobThatIs(tenants[0], 'cancelled');
    expect((await live({ ids: [over.id, 'job_none'] })).data).toMatchObject([
      { id: over.id, status: 'cancelled' },
    ]);
  });
});
