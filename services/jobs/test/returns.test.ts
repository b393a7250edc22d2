import { movedJob } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { counted, type JobsApp, newTenant, startJobs } from './app.ts';
import { carrierOf, deliver, deliveryFailed } from './carrier.ts';

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
const client = () => app.clients(tenant).jobs;
const { signature_file_id: _, ...plainly } = deliver;

async function failed(from: 'collected' | 'in_transit' = 'in_transit') {
  const { id } = await road().jobThatIs(tenant, from);
  app.clock.advanceMs(60_000);
  const answer = await road().report(id, deliveryFailed);
  return { id, answer, returnId: answer.return_job_id ?? '' };
}

describe('a failed hand-over', () => {
  it('answers the exception with its return, and all that was told', async () => {
    const { answer } = await failed();
    expect(answer).toMatchObject({
      status: 'exception',
      return_job_id: expect.stringMatching(/^job_/),
      webhook_events: ['delivery.failed', 'return.created', 'job.created', 'job.updated'],
    });
  });

  it('books a return that its tenant finds like any job', async () => {
    const { id, returnId } = await failed();
    const back = await client().get({ id: returnId });
    expect(back).toMatchObject({
      status: 'collected',
      seal: 'SEAL-1',
      pickup: { site_id: 'lab-0' },
      dropoff: { site_id: 'cli-0' },
      price: { amount_cents: 0 },
      return_of: id,
      return_job_id: null,
      custody_events: 2,
      requirements: { otp: false, id_check: false, signature: false, photo: false },
    });
    expect((await client().list({ limit: 1 })).data).toMatchObject([{ id: returnId }]);
    expect(await client().track({ ref: back.ref })).toMatchObject({
      assignment: { driver_id: 'drv_1' },
      events: [{ type: 'booked' }, { type: 'collected', seal: 'SEAL-1' }],
      last_sequence: 2,
    });
  });

  it('begins the chain of the return: booked, then collected', async () => {
    const { id, returnId } = await failed();
    expect(await road().events(returnId)).toMatchObject([
      {
        type: 'job.created',
        tenant_id: tenant,
        sequence: 1,
        internals: {
          job: { status: 'collected', return_of: id, assignment: { driver_id: 'drv_1' } },
          custody: { type: 'booked', by: 'desk:cli_test' },
        },
      },
      { type: 'job.updated', sequence: 2, internals: { custody: { type: 'collected' } } },
    ]);
  });

  it.each(['collected', 'in_transit'] as const)('counts both jobs, from %s', async (from) => {
    await failed(from);
    const total = async (status: 'exception' | 'collected' | 'in_transit', site?: string) =>
      (await client().list({ status, ...(site && { site }) })).total;
    for (const site of [undefined, 'cli-0', 'lab-0']) {
      const totals = [await total('exception', site), await total('collected', site)];
      expect([...totals, await total('in_transit', site)]).toEqual([1, 1, 0]);
    }
    expect(await counted(app, tenant)).toEqual({ total: 2, rows: 2 });
  });

  it('cannot be resumed, nor cancelled', async () => {
    const { id, returnId } = await failed();
    expect(await road().reportAs(undefined, id, { type: 'resume' })).toMatchObject({
      refused: { code: 'invalid_transition', detail: expect.stringContaining('being returned') },
    });
    for (const job of [id, returnId]) {
      await expect(client().cancel({ id: job, reason: 'why' })).rejects.toThrow('in_custody');
    }
  });
});

describe('a delivered return', () => {
  it('completes the original, which stays an exception', async () => {
    const { id, returnId } = await failed();
    const answer = movedJob.parse(await road().report(returnId, plainly));
    expect(answer).toMatchObject({
      status: 'delivered',
      webhook_events: ['delivery.completed', 'return.completed'],
    });
    expect((await road().events(id)).at(-1)).toMatchObject({
      type: 'return.completed',
      data: { job_id: id, return_job_id: returnId, delivered_at: answer.delivered_at },
      internals: { job: { status: 'exception' }, custody: { type: 'returned' } },
    });
    const original = await client().get({ id });
    expect(original).toMatchObject({ status: 'exception', delivered_at: null, custody_events: 6 });
    const { events } = await client().track({ ref: id });
    expect(events.at(-1)).toMatchObject({ type: 'returned', note: 'Returned to sender' });
  });

  it('is told of once by many who deliver it at once', async () => {
    const { id, returnId } = await failed();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => road().reportAs('drv_1', returnId, plainly)),
    );
    expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(1);
    const emitted = (await road().events(id)).filter(({ type }) => type === 'return.completed');
    expect(emitted).toHaveLength(1);
  });
});
