import { jobs, movedJob } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JobsApp, newTenant, startJobs } from './app.ts';
import { carrier, carrierOf, collect, deliver } from './carrier.ts';

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
const jobThatIs: ReturnType<typeof carrierOf>['jobThatIs'] = (...args) => road().jobThatIs(...args);
const refusal = (code: string) => ({ refused: { code } });

describe('reachMilestone', () => {
  it('brings a job from assignment to delivery, and says so', async () => {
    const { id, ref } = await jobThatIs(tenant, 'assigned');
    const { report } = road();
    const submitted: [string, string[]][] = [];
    for (const milestone of [
      { type: 'depart' },
      { type: 'arriving', eta_minutes: 5 },
      collect,
      { type: 'depart' },
      { type: 'scan', location: 'Depot', seal: 'SEAL-1' },
      { type: 'arriving', eta_minutes: 3 },
      { type: 'arriving', eta_minutes: 1 },
      deliver,
    ] as const) {
      app.clock.advanceMs(60_000);
      const { status, webhook_events, ...job } = movedJob
        .strict()
        .parse(await report(id, milestone));
      expect(job.id).toBe(id);
      submitted.push([status, webhook_events]);
    }
    expect(submitted).toEqual([
      ['en_route_pickup', ['driver.en_route']],
      ['en_route_pickup', ['pickup.arriving']],
      ['collected', ['pickup.completed']],
      ['in_transit', ['job.updated']],
      ['in_transit', ['custody.scanned']],
      ['in_transit', ['delivery.arriving']],
      ['in_transit', []],
      ['delivered', ['delivery.completed']],
    ]);
    const { events } = await app.clients(tenant).jobs.track({ ref });
    expect(events.map(({ type }) => type)).toEqual([
      'booked',
      'assigned',
      'en_route_pickup',
      'arriving_pickup',
      'collected',
      'departed',
      'scanned',
      'arriving_dropoff',
      'delivered',
    ]);
    expect(await app.clients(tenant).jobs.get({ id })).toMatchObject({
      status: 'delivered',
      seal: 'SEAL-1',
      delivered_at: '2026-11-02T08:08:00.000Z',
      certificate_url: `https://api.svc.example/v1/certificates/${id}`,
      custody_events: 6,
      legs: [{ departed_at: '2026-11-02T08:04:00.000Z', arrived_at: '2026-11-02T08:08:00.000Z' }],
    });
  });

  it('gives the chain of custody where, when, by whom and what was seen', async () => {
    const { id } = await jobThatIs(tenant, 'assigned');
    await road().reportAs('drv_1', id, {
      ...collect,
      seal: ' seal-1 ',
      at: '2026-11-02T10:00:30+02:00',
      position: { lat: -26.1, lng: 28.05 },
      note: 'box 2',
    });
    const [, , { internals } = { internals: {} }] = await road().events(id);
    expect(internals).toMatchObject({
      job: { status: 'collected' },
      occurred: { at: '2026-11-02T08:00:30.000Z', position: { lat: -26.1, lng: 28.05 } },
      custody: {
        at: '2026-11-02T08:00:30.000Z',
        type: 'collected',
        by: 'driver:drv_1',
        note: 'box 2',
        seal: 'SEAL-1',
        position: { lat: -26.1, lng: 28.05 },
        details: { parcels_scanned: 1, temperature_dc: 41 },
      },
    });
  });

  it('stops a job whose pickup fails, and lets dispatch resume it', async () => {
    const { id } = await jobThatIs(tenant, 'exception');
    expect((await road().events(id)).at(-1)).toMatchObject({
      type: 'pickup.failed',
      data: { reason: 'closed' },
    });
    expect(await road().report(id, { type: 'resume' })).toMatchObject({
      status: 'assigned',
      webhook_events: ['job.updated'],
    });
  });

  it('stops a job at a seal that does not match, without refusing', async () => {
    const { id } = await jobThatIs(tenant, 'in_transit');
    const { report } = road();
    const scanned = await report(id, { type: 'scan', location: 'Depot', seal: 'SEAL-9' });
    expect(scanned).toMatchObject({
      status: 'exception',
      seal: 'SEAL-1',
      webhook_events: ['custody.scanned', 'seal.broken'],
    });
    expect(await report(id, { type: 'resume', seal: 'SEAL-9' })).toMatchObject({
      status: 'in_transit',
      seal: 'SEAL-9',
    });
    expect(await report(id, { ...deliver, seal: 'SEAL-8' })).toMatchObject({
      status: 'exception',
      webhook_events: ['seal.broken'],
    });
    await report(id, { type: 'resume' });
    expect(await report(id, { ...deliver, seal: 'SEAL-9' })).toMatchObject({ status: 'delivered' });
    const { custody_events } = await app.clients(tenant).jobs.get({ id });
    const chain = (await road().events(id)).filter(({ internals }) => internals.custody !== null);
    expect(custody_events).toBe(chain.length);
  });

  it('expects at collection the seal that the sender announced', async () => {
    const { id } = await jobThatIs(tenant, 'assigned');
    await app.owner.query(`update jobs.job set seal = 'BAG-77' where id = $1`, [id]);
    expect(await road().report(id, collect)).toMatchObject({
      status: 'exception',
      webhook_events: ['seal.broken'],
    });
    await app.clients(tenant).jobs.cancel({ id, reason: 'wrong bag' });
  });

  it('counts the job by the state that it is in', async () => {
    await jobThatIs(tenant, 'in_transit');
    await jobThatIs(tenant, 'delivered');
    const totals = async (site?: string) =>
      Promise.all(
        (['booked', 'assigned', 'collected', 'in_transit', 'delivered'] as const).map(
          async (status) =>
            (await app.clients(tenant).jobs.list({ status, ...(site && { site }) })).total,
        ),
      );
    expect(await totals()).toEqual([0, 0, 0, 1, 1]);
    expect(await totals('cli-0')).toEqual([0, 0, 0, 1, 1]);
  });

  it('answers a repeated request with the first answer, and tells it once', async () => {
    const { id } = await jobThatIs(tenant, 'assigned');
    const first = await road().reportAs('drv_1', id, collect, `collect-${id}`);
    const second = await road().reportAs('drv_1', id, collect, `collect-${id}`);
    expect(second).toEqual({ ...first, replayed: true });
    expect(await road().events(id)).toHaveLength(3);
  });
});

describe('reachMilestone refuses', () => {
  it.each([
    ['depart', 'booked', { type: 'depart' }],
    ['scan', 'delivered', { type: 'scan', location: 'Depot', seal: 'SEAL-1' }],
    ['deliver', 'delivered', deliver],
    ['collect', 'cancelled', collect],
    ['resume', 'in_transit', { type: 'resume' }],
  ] as const)('with invalid_transition to %s a job that is %s', async (type, status, submitted) => {
    const { id } = await jobThatIs(tenant, status);
    expect(await road().reportAs(undefined, id, submitted)).toMatchObject({
      refused: {
        code: 'invalid_transition',
        detail: expect.stringMatching(new RegExp(`is ${status}; ${type} leads from .* to `)),
      },
    });
  });

  it("with job_not_found another driver's job like one that never was", async () => {
    const { id } = await jobThatIs(tenant, 'collected');
    const submitted = { ...deliver, at: '2026-11-02T08:00:00Z' };
    const never = await road().reportAs('drv_2', 'job_none', submitted);
    expect(never).toMatchObject(refusal('job_not_found'));
    expect(await road().reportAs('drv_2', id, submitted)).toEqual(never);
    expect(await road().reportAs('drv_1', id, submitted)).toMatchObject({
      ok: { status: 'delivered' },
    });
  });

  it('with job_not_found what cannot be an id', async () => {
    expect(await road().reportAs(undefined, 'a b', collect)).toMatchObject(
      refusal('job_not_found'),
    );
  });

  it('with invalid_transition a courier who would resume', async () => {
    const { id } = await jobThatIs(tenant, 'exception');
    const reply = await road().reportAs('drv_1', id, { type: 'resume' });
    expect(reply).toMatchObject(refusal('invalid_transition'));
  });

  it.each([
    ['before the previous milestone', '2026-11-02T07:59:59.999Z'],
    ['more than a minute ahead', '2026-11-02T08:01:00.001Z'],
  ])('with invalid_time one that was %s', async (_, at) => {
    const { id } = await jobThatIs(tenant, 'assigned');
    const reply = await road().reportAs('drv_1', id, { ...collect, at });
    expect(reply).toMatchObject(refusal('invalid_time'));
  });

  it('with invalid_seal what is no seal', async () => {
    const { id } = await jobThatIs(tenant, 'assigned');
    for (const seal of ['ab', '-SEAL', 'a seal', 'x'.repeat(33)]) {
      const reply = await road().reportAs('drv_1', id, { ...collect, seal });
      expect(reply).toMatchObject(refusal('invalid_seal'));
    }
  });

  it('as bad input what it does not know, and a collection without a seal', async () => {
    const { id } = await jobThatIs(tenant, 'assigned');
    const { seal: _, ...unsealed } = collect;
    for (const [submitted, path] of [
      [{ type: 'vanish' }, 'type'],
      [unsealed, 'seal'],
    ] as const) {
      const reply = await app.call(
        [jobs, 'reachMilestone'],
        { id, ...submitted },
        { tenant: carrier },
      );
      expect(reply).toMatchObject({ invalid: [{ path: [path] }] });
    }
  });
});
