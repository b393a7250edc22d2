import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JobsApp, newTenant, startJobs } from './app.ts';
import { carrier, carrierOf, deliver, deliveryFailed } from './carrier.ts';

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
const get = (id: string) => app.clients(tenant).jobs.get({ id });
const asked = { requirements: { undeliverable: 'ask_desk' as const } };
const failed = async () => {
  const { id } = await road().jobThatIs(tenant, 'in_transit', asked);
  return { id, reply: await road().reportAs('drv_1', id, deliveryFailed) };
};
const typesOf = async (id: string) => (await road().events(id)).map(({ type }) => type);

describe('a job whose booking says: ask the desk', () => {
  it('is interrupted by a failed hand-over, with no return, and the desk is told why', async () => {
    const { id, reply } = await failed();
    expect(reply).toMatchObject({
      ok: { status: 'exception', requirements: { undeliverable: 'ask_desk' } },
    });
    expect(await get(id)).toMatchObject({ status: 'exception', return_job_id: null });
    const types = await typesOf(id);
    expect(types.slice(-2)).toEqual(['job.updated', 'incident.reported']);
    expect(types).not.toContain('delivery.failed');
    const events = await road().events(id);
    expect(events.at(-2)?.internals).toMatchObject({
      custody: { type: 'delivery_failed', details: { undecided: true } },
    });
    const { data } = await app.clients(carrier).jobs.listIncidents({ job_id: id });
    expect(data).toMatchObject([
      {
        severity: 'high',
        description: `Could not be handed over; the desk decides. ${deliveryFailed.reason}`,
      },
    ]);
  });

  it('goes on when the desk says so', async () => {
    const { id } = await failed();
    await road().report(id, { type: 'resume' });
    expect((await get(id)).status).toBe('in_transit');
    expect(await road().reportAs('drv_1', id, deliver)).toMatchObject({
      ok: { status: 'delivered' },
    });
  });

  it('goes back when the desk says so, by a return job', async () => {
    const { id } = await failed();
    await road().report(id, deliveryFailed);
    const { status, return_job_id } = await get(id);
    expect(status).toBe('exception');
    expect(await get(return_job_id ?? '')).toMatchObject({ status: 'collected', return_of: id });
    expect(await typesOf(id)).toContain('delivery.failed');
  });

  it("goes back at once on the desk's own report", async () => {
    const { id } = await road().jobThatIs(tenant, 'in_transit', asked);
    await road().report(id, deliveryFailed);
    expect((await get(id)).return_job_id).not.toBeNull();
  });

  it('is not sent back by its courier while the desk decides', async () => {
    const { id } = await failed();
    expect(await road().reportAs('drv_1', id, deliveryFailed)).toMatchObject({
      refused: { code: 'invalid_transition' },
    });
  });

  it('has no way back before its parcels are collected', async () => {
    const { id } = await road().jobThatIs(tenant, 'assigned', asked);
    await road().report(id, { type: 'pickup_failed', reason: 'Closed' });
    expect(await road().reportAs(undefined, id, deliveryFailed)).toMatchObject({
      refused: { code: 'invalid_transition' },
    });
  });
});

it('another job goes back at once, as before', async () => {
  const requirements = { undeliverable: 'return' as const };
  for (const booking of [{}, { requirements }]) {
    const { id } = await road().jobThatIs(tenant, 'in_transit', booking);
    await road().reportAs('drv_1', id, deliveryFailed);
    expect((await get(id)).return_job_id).not.toBeNull();
    expect(await typesOf(id)).not.toContain('incident.reported');
  }
});
