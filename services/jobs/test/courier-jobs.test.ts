import { newTenant, refused } from '@svc/kit/testing/service-test';
import { beforeEach, describe, expect, it } from 'vitest';
import { deliver, deliveryFailed, jobsTest } from './app.ts';
import { packedIn, waiting } from './neighbours.ts';

const app = jobsTest();
beforeEach(async () => {
  await app.sql('truncate jobs.job cascade');
});

const device = () => app.desk();
const get = (id: string, courier_id = 'drv_1') => device().getForCourier({ id, courier_id });
const run = async (courier_id = 'drv_1') => {
  const answer = await device().runOfCourier({ courier_id });
  return answer.data.map(({ id }) => id);
};

const labels = { cost_centre: 'CC-SECRET', reference: 'SECRET', metadata: { ward: 'SECRET' } };
const instructions = {
  note: 'Blue gate',
  pickup_contact: { name: 'Desk', phone: '+27 11 555 0161' },
  dropoff_contact: null,
};
const none = { note: '', pickup_contact: null, dropoff_contact: null };

describe('getForCourier', () => {
  it('returns addresses, note, contacts and boxes, and nothing else of the customer', async () => {
    const { id, ref } = await app.jobThatIs('assigned', { ...labels, ...instructions });
    const read = await get(ref);
    expect(read).toMatchObject({
      object: 'courier_job',
      id,
      ...instructions,
      pickup: { site_id: 'cli-0', address: '1 Marula Road', phone: '+27 11 555 0100' },
      dropoff: { site_id: 'lab-0', receiving_hours: '24/7' },
      ...{ boxes: [packedIn], take_along: [waiting] },
    });
    expect(JSON.stringify(read)).not.toMatch(/SECRET|cents|app.tenant|http/);
  });

  it.each(['delivered', 'exception'] as const)(
    'returns neither note nor contacts when the job is %s',
    async (end) => {
      const { id } = await app.jobThatIs('in_transit', instructions);
      expect(await get(id)).toMatchObject(instructions);
      await app.report(id, end === 'delivered' ? deliver : deliveryFailed);
      expect(await get(id)).toMatchObject({ status: end, ...none });
    },
  );

  it('refuses the job of another driver like an absent one', async () => {
    const { id } = await app.jobThatIs('assigned');
    const ask = (wanted: string, courier_id: string) =>
      app.callDesk('getForCourier', { id: wanted, courier_id });
    const never = await ask('job_none', 'drv_2');
    expect(never).toEqual(refused('job_not_found'));
    expect(await ask(id, 'drv_2')).toEqual(never);
    await app.assign(id, 'drv_2');
    expect(await ask(id, 'drv_1')).toEqual(never);
    expect((await get(id, 'drv_2')).id).toBe(id);
  });
});

describe('runOfCourier', () => {
  const hour = (hours: number) => new Date(Date.UTC(2026, 10, 2, hours)).toISOString();

  it('returns the open jobs of its driver alone, the next due first', async () => {
    const late = await app.jobThatIs('assigned', { ready_at: hour(15) });
    const next = await app.jobThatIs('in_transit', instructions);
    const foreign = await app.jobThatIs('assigned', { ready_at: hour(10) }, newTenant());
    await app.jobThatIs('booked');
    await app.jobThatIs('cancelled');
    await app.jobThatIs('delivered');
    const other = await app.jobThatIs('assigned');
    await app.assign(other.id, 'drv_2');
    expect(await run()).toEqual([next.id, foreign.id, late.id]);
    expect(await run('drv_2')).toEqual([other.id]);
    expect(await run('drv_none')).toEqual([]);
    const { data, date } = await device().runOfCourier({ courier_id: 'drv_1' });
    expect(date).toBe('2026-11-02');
    expect(data).toMatchObject([instructions, none, none]);
  });

  it('returns the return instead of the job that was not handed over', async () => {
    const { id } = await app.jobThatIs('in_transit', instructions);
    const { return_job_id } = await app.report(id, deliveryFailed);
    expect(await run()).toEqual([return_job_id]);
  });

  it('keeps an exception until the end of its day', async () => {
    const { id } = await app.jobThatIs('exception');
    expect(await run()).toEqual([id]);
    await app.sql(
      `update jobs.job set milestone_at = milestone_at - interval '11 hours' where id = $1`,
      [id],
    );
    expect(await run()).toEqual([]);
  });

  it('cuts the run after fifty jobs and sets has_more', async () => {
    const { id } = await app.jobThatIs('assigned');
    await app.sql(
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
