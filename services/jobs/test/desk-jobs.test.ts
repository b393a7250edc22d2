import { type Job, type jobs, liveJobsTopic, type RequestOf } from '@svc/contracts';
import { until } from '@svc/devnet';
import { idsByPage, newTenant } from '@svc/kit/testing/service-test';
import { beforeEach, describe, expect, it } from 'vitest';
import { jobsTest } from './app.ts';
import { custodyState, trackingState } from './neighbours.ts';

let tenants: [string, string];
const app = jobsTest();
beforeEach(async () => {
  await app.sql('truncate jobs.job cascade');
  tenants = [newTenant(), newTenant()];
});

const list = (filter: RequestOf<(typeof jobs)['actions']['listForDesk']>) =>
  app.desk().listForDesk(filter);
const ids = (of: readonly Pick<Job, 'id'>[]) => of.map(({ id }) => id);

describe('listForDesk', () => {
  it('returns the jobs of all tenants, newest first, with driver and vehicle', async () => {
    const older = await app.jobThatIs('assigned', {}, tenants[0]);
    app.clock.advanceMs(1000);
    const newer = await app.jobThatIs('booked', {}, tenants[1]);
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

  it('filters by status, by driver and by whether one is assigned', async () => {
    const waiting = await app.jobThatIs('booked', {}, tenants[0]);
    await app.jobThatIs('cancelled', {}, tenants[0]);
    const first = await app.jobThatIs('collected', {}, tenants[1]);
    const second = await app.jobThatIs('assigned', {}, tenants[0]);
    await app.assign(second.id, 'drv_2');
    const found = async (filter: Parameters<typeof list>[0]) =>
      new Set(ids((await list(filter)).data));
    expect(await found({ status: 'collected' })).toEqual(new Set([first.id]));
    expect(await found({ driver_id: 'drv_2' })).toEqual(new Set([second.id]));
    expect(await found({ driver_id: 'drv_2', status: 'collected' })).toEqual(new Set());
    expect(await found({ unassigned: true })).toEqual(new Set([waiting.id]));
    expect(await found({ unassigned: false })).toEqual(new Set([first.id, second.id]));
  });

  it('counts those of all tenants that wait for a driver', async () => {
    for (const [n, status] of (['booked', 'booked', 'assigned', 'cancelled'] as const).entries()) {
      await app.jobThatIs(status, {}, tenants[n % 2]);
    }
    expect(await app.desk().countUnassigned({})).toEqual({ count: 2 });
  });

  it('lists those delivered since a moment, the latest first, and counts those in time', async () => {
    const since = app.clock.now().toISOString();
    const [first, second] = [
      await app.jobThatIs('delivered', {}, tenants[0]),
      await app.jobThatIs('delivered', {}, tenants[1]),
    ];
    const listed = await app.desk().listDelivered({ since, limit: 1 });
    expect(listed).toMatchObject({ count: 2, on_time: 2, has_more: true });
    expect([first.id, second.id]).toContain(ids(listed.data)[0]);
    const later = new Date(app.clock.now().getTime() + 1).toISOString();
    const none = await app.desk().listDelivered({ since: later });
    expect(none).toMatchObject({ data: [], count: 0, on_time: 0 });
  });

  it('pages by id or reference', async () => {
    const booked: Job[] = [];
    for (const tenant of [...tenants, ...tenants]) {
      app.clock.advanceMs(1000);
      booked.unshift(await app.jobThatIs('booked', {}, tenant));
    }
    const all = ids(booked);
    expect(await idsByPage(list)).toEqual([all.slice(0, 2), all.slice(2)]);
    expect(ids((await list({ starting_after: booked[2]?.ref })).data)).toEqual(all.slice(3));
  });
});

describe('listLive', () => {
  const live = (input: RequestOf<(typeof jobs)['actions']['listLive']>) =>
    app.desk().listLive(input);

  it('returns the open jobs of all tenants with their places, page by page', async () => {
    const older = await app.jobThatIs('assigned', {}, tenants[0]);
    app.clock.advanceMs(1000);
    const newer = await app.jobThatIs('booked', {}, tenants[1]);
    await app.jobThatIs('cancelled', {}, tenants[1]);
    expect(await idsByPage(live, 1)).toEqual([[newer.id], [older.id]]);
    const rest = await live({ starting_after: newer.id });
    expect(rest.data[0]).toMatchObject({
      vehicle_id: 'veh_1',
      pickup: { position: { lat: -26.1076 } },
    });
  });

  it('broadcasts the ids of jobs that changed, and no other hint', async () => {
    const hints: unknown[] = [];
    const { transport } = app.running().service('jobs').runtime;
    transport.subscribe(liveJobsTopic, (payload) => hints.push(payload));
    const { id } = await app.jobThatIs('assigned', {}, tenants[0]);
    await until(() => hints.length >= 2, { timeoutMs: 60_000, what: 'the hints' });
    expect(hints).toEqual([{ ids: [id] }, { ids: [id] }]);
  });

  it('returns the jobs that are asked for in any state', async () => {
    const over = await app.jobThatIs('cancelled', {}, tenants[0]);
    expect((await live({ ids: [over.id, 'job_none'] })).data).toMatchObject([
      { id: over.id, status: 'cancelled' },
    ]);
  });
});

const instructions = {
  note: 'Blue gate',
  pickup_contact: { name: 'Desk', phone: '+27 11 555 0161' },
  dropoff_contact: null,
};

describe('getForDesk', () => {
  it('returns a job of any tenant with its parts, by id or reference', async () => {
    const job = await app.jobThatIs('in_transit', instructions);
    const read = await app.desk().getForDesk({ id: job.ref });
    expect(read).toMatchObject({
      id: job.id,
      tenant: { id: app.tenant },
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
    expect(await app.desk().getForDesk({ id: job.id })).toEqual(read);
  });

  it('returns null for the part of a service that is not running', async () => {
    const job = await app.jobThatIs('booked', {}, newTenant());
    // No webhooks service runs in these tests.
    expect(await app.desk().getForDesk({ id: job.id })).toMatchObject({
      deliveries: null,
      driver: null,
      vehicle: null,
      custody: custodyState,
    });
  });
});
