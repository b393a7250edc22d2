import { bookedJob, jobs } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { booking, type JobsApp, newTenant, startJobs } from './app.ts';
import { carrierOf } from './carrier.ts';

let app: JobsApp;
let tenant: string;
beforeAll(async () => {
  app = await startJobs();
});
afterAll(() => app.stop());
beforeEach(() => {
  tenant = newTenant();
});

const client = () => app.clients(tenant).jobs;
const update = (input: unknown, as = tenant) => app.call([jobs, 'update'], input, { tenant: as });
const updates = async (id: string) =>
  (await app.outbox('jobs')).filter((event) => event.job_id === id && event.type === 'job.updated');

describe('update', () => {
  it('changes cost centre, reference and metadata', async () => {
    const { id, ref } = await client().book(booking());
    const labels = { cost_centre: 'CC-2', reference: 'PO-2', metadata: { ward: '7' } };
    const job = await client().update({ id: ref, ...labels });
    expect(bookedJob.strict().parse(job)).toEqual(job);
    expect(job).toMatchObject({ id, ...labels, webhook_events: ['job.updated'] });
    expect(await client().get({ id })).toMatchObject(labels);
  });

  it('to STAT switches SKU, price and SLA', async () => {
    const { id } = await client().book(booking());
    app.clock.advanceMs(60_000);
    const { created_at, ...job } = await client().update({ id, priority: 'stat' });
    expect(job).toMatchObject({
      sku: 'LAB-STAT',
      priority: 'stat',
      km: 22.5,
      price: { amount_cents: 48_500 },
    });
    expect(Date.parse(job.sla_due) - Date.parse(created_at)).toBe(60 * 60_000);
  });

  it('emits job.updated with what changed', async () => {
    const { id, ref } = await client().book(booking({ reference: 'PO-1' }));
    await client().update({ id, reference: 'PO-2' });
    expect(await updates(id)).toMatchObject([
      {
        sequence: 2,
        data: { job_id: id, ref, changed: [{ field: 'reference', from: 'PO-1', to: 'PO-2' }] },
        internals: { job: { status: 'booked' }, custody: null },
      },
    ]);
    expect((await updates(id))[0]?.internals).not.toHaveProperty('occurred');
  });

  it('changes and emits nothing when all is so already', async () => {
    const { id } = await client().book(booking({ reference: 'PO-1' }));
    await client().update({ id, priority: 'stat' });
    const same = await client().update({ id, reference: 'PO-1', priority: 'stat' });
    expect(same).toMatchObject({ priority: 'stat', webhook_events: [] });
    expect((await client().update({ id })).webhook_events).toEqual([]);
    expect(await updates(id)).toHaveLength(1);
  });

  it('upgrades once when many ask for it at once', async () => {
    const { id } = await client().book(booking());
    await Promise.all(Array.from({ length: 10 }, () => client().update({ id, priority: 'stat' })));
    expect(await updates(id)).toHaveLength(1);
  });
});

describe('update refuses', () => {
  it.each([
    ['already_cancelled', 'cancelled'],
    ['already_delivered', 'delivered'],
    ['in_custody', 'collected'],
    ['in_custody', 'in_transit'],
  ] as const)('with %s a job that is %s', async (code, status) => {
    const { id } = await carrierOf(app).jobThatIs(tenant, status);
    expect(await update({ id, reference: 'PO-2' })).toMatchObject({ refused: { code } });
    expect(await update({ id, priority: 'stat' })).toMatchObject({ refused: { code } });
  });

  it("with job_not_found another tenant's job like one that never was", async () => {
    const { id } = await client().book(booking());
    const never = await update({ id: 'job_none', priority: 'stat' });
    expect(never).toMatchObject({ refused: { code: 'job_not_found' } });
    expect(await update({ id, priority: 'stat' }, newTenant())).toEqual(never);
  });

  it('with invalid_priority another priority than STAT', async () => {
    const { id } = await client().book(booking());
    expect(await update({ id, priority: 'critical' })).toMatchObject({
      refused: { code: 'invalid_priority' },
    });
  });

  it('with the state of the job, even when its SKU could not be priced any more', async () => {
    const { id } = await client().book(booking({ quote_id: 'q_withdrawn' }));
    await client().cancel({ id, reason: 'no longer needed' });
    expect(await update({ id, priority: 'stat' })).toMatchObject({
      refused: { code: 'already_cancelled' },
    });
  });

  it('with unknown_sku an upgrade of a SKU that the price book no longer has', async () => {
    const { id } = await client().book(booking({ quote_id: 'q_withdrawn' }));
    expect(await update({ id, priority: 'stat' })).toMatchObject({
      refused: { code: 'unknown_sku' },
    });
  });

  it('a reference that is too long as bad input', async () => {
    const { id } = await client().book(booking());
    expect(await update({ id, reference: 'x'.repeat(65) })).toMatchObject({
      invalid: [{ path: ['reference'] }],
    });
  });
});
