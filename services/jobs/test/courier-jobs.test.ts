import { courierRun, courierStops, jobs } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JobsApp, newTenant, startJobs } from './app.ts';
import { carrier, carrierOf, deliver, deliveryFailed } from './carrier.ts';

let app: JobsApp;
let tenant: string;
beforeAll(async () => {
  app = await startJobs();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.owner.query('truncate jobs.job cascade');
  tenant = newTenant();
});

const road = () => carrierOf(app);
const device = () => app.clients(carrier).jobs;
const get = (id: string, courier_id = 'drv_1') => device().getForCourier({ id, courier_id });
const run = async (courier_id = 'drv_1') => {
  const answer = await device().runOfCourier({ courier_id });
  expect(courierRun.strict().parse(answer)).toEqual(answer);
  return answer.data.map(({ id }) => id);
};

const labels = { cost_centre: 'CC-SECRET', reference: 'SECRET', metadata: { ward: 'SECRET' } };
const instructions = {
  note: 'Blue gate',
  pickup_contact: { name: 'Desk', phone: '+27 11 555 0161' },
  dropoff_contact: null,
};
const none = { note: '', pickup_contact: null, dropoff_contact: null };

describe('a job as its courier reads it', () => {
  it('has addresses, note and contacts, and nothing else of the customer', async () => {
    const { id, ref } = await road().jobThatIs(tenant, 'assigned', { ...labels, ...instructions });
    const read = await get(ref);
    expect(courierStops.strict().parse(read)).toEqual(read);
    expect(read).toMatchObject({
      object: 'courier_job',
      id,
      ...instructions,
      pickup: { site_id: 'cli-0', address: '1 Marula Road', phone: '+27 11 555 0100' },
      dropoff: { site_id: 'lab-0', receiving_hours: '24/7' },
    });
    expect(JSON.stringify(read)).not.toMatch(/SECRET|cents|tenant|http/);
  });

  it.each(['delivered', 'exception'] as const)(
    'has neither note nor contacts once it is over: %s',
    async (end) => {
      const { id } = await road().jobThatIs(tenant, 'in_transit', instructions);
      expect(await get(id)).toMatchObject(instructions);
      await road().report(id, end === 'delivered' ? deliver : deliveryFailed);
      expect(await get(id)).toMatchObject({ status: end, ...none });
    },
  );

  it("is not found by another driver's device, like one that never was", async () => {
    const { id } = await road().jobThatIs(tenant, 'assigned');
    const ask = (wanted: string, courier_id: string) =>
      app.call([jobs, 'getForCourier'], { id: wanted, courier_id }, { tenant: carrier });
    const never = await ask('job_none', 'drv_2');
    expect(never).toMatchObject({ refused: { code: 'job_not_found' } });
    expect(await ask(id, 'drv_2')).toEqual(never);
    await road().assign(id, 'drv_2');
    expect(await ask(id, 'drv_1')).toEqual(never);
    expect((await get(id, 'drv_2')).id).toBe(id);
  });
});

describe('the run of a courier', () => {
  const hour = (hours: number) => new Date(Date.UTC(2026, 10, 2, hours)).toISOString();

  it('has the open jobs of its driver alone, the next due first', async () => {
    const late = await road().jobThatIs(tenant, 'assigned', { ready_at: hour(15) });
    const next = await road().jobThatIs(tenant, 'in_transit', instructions);
    const foreign = await road().jobThatIs(newTenant(), 'assigned', { ready_at: hour(10) });
    await road().jobThatIs(tenant, 'booked');
    await road().jobThatIs(tenant, 'cancelled');
    await road().jobThatIs(tenant, 'delivered');
    const other = await road().jobThatIs(tenant, 'assigned');
    await road().assign(other.id, 'drv_2');
    expect(await run()).toEqual([next.id, foreign.id, late.id]);
    expect(await run('drv_2')).toEqual([other.id]);
    expect(await run('drv_none')).toEqual([]);
    const { data, date } = await device().runOfCourier({ courier_id: 'drv_1' });
    expect(date).toBe('2026-11-02');
    expect(data).toMatchObject([instructions, none, none]);
  });

  it('ends at midnight in Johannesburg', async () => {
    const today = await road().jobThatIs(tenant, 'assigned', { ready_at: '2026-11-02T21:59:59Z' });
    await road().jobThatIs(tenant, 'assigned', { ready_at: '2026-11-02T22:00:00Z' });
    expect(await run()).toEqual([today.id]);
  });

  it('has the return instead of the job that could not be handed over', async () => {
    const { id } = await road().jobThatIs(tenant, 'in_transit', instructions);
    const { return_job_id } = await road().report(id, deliveryFailed);
    expect(await run()).toEqual([return_job_id]);
  });

  it('keeps an exception until the end of its day', async () => {
    const { id } = await road().jobThatIs(tenant, 'exception');
    expect(await run()).toEqual([id]);
    await app.owner.query(
      `update jobs.job set milestone_at = milestone_at - interval '11 hours' where id = $1`,
      [id],
    );
    expect(await run()).toEqual([]);
  });

  it('is cut after fifty jobs, and says so', async () => {
    const { id } = await road().jobThatIs(tenant, 'assigned');
    await app.owner.query(
      `insert into jobs.job (${columns})
       select ${columns.replace(' id,', " id || '_' || n,").replace(' ref,', " ref || '-' || n,")}
         from jobs.job cross join generate_series(1, 50) n where id = $1`,
      [id],
    );
    const answer = await device().runOfCourier({ courier_id: 'drv_1' });
    expect([answer.data.length, answer.has_more]).toEqual([50, true]);
  });
});

const columns = `tenant_id, tenant_name, id, ref, status, priced, pickup, dropoff, requirements,
  parcel_items, cost_centre, reference, metadata, tracking_token, created_at, starts_at, sla_due,
  assignment, milestone_at`;
