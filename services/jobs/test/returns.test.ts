import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, counted, newTenant, startJobs } from './app.ts';
import { deliver, deliveryFailed, roadOf } from './road.ts';

let app: App;
let tenant: string;
beforeAll(async () => {
  app = await startJobs();
});
afterAll(() => app.stop());
beforeEach(() => {
  tenant = newTenant();
});

const road = () => roadOf(app);
const asked = () => app.clients(tenant).jobs;
const { signature_file_id: _, ...plainly } = deliver;

async function failed(from: 'collected' | 'in_transit' = 'in_transit') {
  const { id } = await road().jobThatIs(tenant, from);
  app.clock.advanceMs(60_000);
  const answer = await road().tell(id, deliveryFailed);
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
    const back = await asked().get({ id: returnId });
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
    expect((await asked().list({ limit: 1 })).data).toMatchObject([{ id: returnId }]);
    expect(await asked().track({ ref: back.ref })).toMatchObject({
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
        facts: {
          job: { status: 'collected', return_of: id, assignment: { driver_id: 'drv_1' } },
          custody: { type: 'booked', by: 'desk:cli_test' },
        },
      },
      { type: 'job.updated', sequence: 2, facts: { custody: { type: 'collected' } } },
    ]);
  });

  it.each(['collected', 'in_transit'] as const)('counts both jobs, from %s', async (from) => {
    await failed(from);
    const total = async (status: 'exception' | 'collected' | 'in_transit', site?: string) =>
      (await asked().list({ status, ...(site && { site }) })).total;
    for (const site of [undefined, 'cli-0', 'lab-0']) {
      const totals = [await total('exception', site), await total('collected', site)];
      expect([...totals, await total('in_transit', site)]).toEqual([1, 1, 0]);
    }
    expect(await counted(app, tenant)).toEqual({ total: 2, rows: 2 });
  });

  it('cannot be resumed, nor cancelled', async () => {
    const { id, returnId } = await failed();
    expect(await road().tellAs(undefined, id, { type: 'resume' })).toMatchObject({
      refused: { code: 'invalid_transition', detail: expect.stringContaining('being returned') },
    });
    for (const job of [id, returnId]) {
      await expect(asked().cancel({ id: job, reason: 'why' })).rejects.toThrow('in_custody');
    }
  });
});

describe('a delivered return', () => {
  it('completes the original, which stays an exception', async () => {
    const { id, returnId } = await failed();
    const answer = await road().tell(returnId, plainly);
    expect(answer).toMatchObject({
      status: 'delivered',
      webhook_events: ['delivery.completed', 'return.completed'],
    });
    expect((await road().events(id)).at(-1)).toMatchObject({
      type: 'return.completed',
      data: { job_id: id, return_job_id: returnId, delivered_at: answer.delivered_at },
      facts: { job: { status: 'exception' }, custody: { type: 'returned' } },
    });
    const original = await asked().get({ id });
    expect(original).toMatchObject({ status: 'exception', delivered_at: null, custody_events: 6 });
    const { events } = await asked().track({ ref: id });
    expect(events.at(-1)).toMatchObject({ type: 'returned', note: 'Returned to sender' });
  });

  it('is told of once by many who deliver it at once', async () => {
    const { id, returnId } = await failed();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => road().tellAs('drv_1', returnId, plainly)),
    );
    expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(1);
    const told = (await road().events(id)).filter(({ type }) => type === 'return.completed');
    expect(told).toHaveLength(1);
  });
});
