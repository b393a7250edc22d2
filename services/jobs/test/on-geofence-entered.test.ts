import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JobsApp, newTenant, startJobs } from './app.ts';
import { carrierOf, collect } from './carrier.ts';

let app: JobsApp;
let tenant: string;
beforeAll(async () => {
  app = await startJobs();
});
afterAll(() => app.stop());
beforeEach(() => {
  app.clock.set('2026-11-02T08:00:00.000Z');
  tenant = newTenant();
});

const road = () => carrierOf(app);
const types = async (id: string) => (await road().events(id)).map(({ type }) => type);

/** Resolves when jobs has heard of it. */
async function enter(id: string, stage: 'pickup' | 'dropoff', at = '2026-11-02T07:59:00.000Z') {
  const { ref } = await app.clients(tenant).jobs.get({ id });
  const data = { job_id: id, ref, stage, at, eta_minutes: 1 };
  const entry = { type: 'geofence.entered' as const, job_id: id, data, internals: {} };
  await app.clients(tenant).tracking.emit([entry]);
  const [latest] = (await app.outbox('tracking')).toReversed();
  await app.handled('jobs-tracking', latest);
}

describe('a vehicle that comes near', () => {
  it('is told as arriving at the pickup, once, with the minutes that are left', async () => {
    const { id, ref } = await road().jobThatIs(tenant, 'en_route_pickup');
    await enter(id, 'pickup');
    await enter(id, 'pickup');
    expect((await types(id)).filter((type) => type === 'pickup.arriving')).toHaveLength(1);
    expect((await road().events(id)).at(-1)).toMatchObject({
      type: 'pickup.arriving',
      tenant_id: tenant,
      data: { job_id: id, ref, eta_minutes: 1, driver: { first_name: expect.any(String) } },
    });
    const { events } = await app.clients(tenant).jobs.track({ ref });
    expect(events.at(-1)?.type).toBe('arriving_pickup');
  });

  it('is told as arriving at the drop-off, also when it was at the pickup before', async () => {
    const { id } = await road().jobThatIs(tenant, 'en_route_pickup');
    await enter(id, 'pickup');
    await road().report(id, collect);
    await road().report(id, { type: 'depart' });
    await enter(id, 'dropoff');
    expect((await types(id)).slice(-2)).toEqual(['job.updated', 'delivery.arriving']);
  });

  it('is no news when the courier said so before', async () => {
    const { id } = await road().jobThatIs(tenant, 'en_route_pickup');
    await road().report(id, { type: 'arriving', eta_minutes: 4 });
    const before = await types(id);
    await enter(id, 'pickup');
    expect(await types(id)).toEqual(before);
  });

  it.each([
    ['assigned', 'pickup'],
    ['collected', 'pickup'],
    ['collected', 'dropoff'],
    ['delivered', 'dropoff'],
  ] as const)('means nothing to a job that is %s (%s)', async (status, stage) => {
    const { id } = await road().jobThatIs(tenant, status);
    const before = await types(id);
    await enter(id, stage);
    expect(await types(id)).toEqual(before);
  });

  it('does not stand in the way of a milestone that is told late', async () => {
    const { id } = await road().jobThatIs(tenant, 'en_route_pickup');
    app.clock.advanceMs(600_000);
    await enter(id, 'pickup', '2026-11-02T08:09:00.000Z');
    const late = { ...collect, at: '2026-11-02T08:08:30.000Z' };
    expect(await road().report(id, late)).toMatchObject({ status: 'collected' });
  });
});
