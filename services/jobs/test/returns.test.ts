import { movedJob } from '@svc/contracts';
import { refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { deliver, deliveryFailed, jobsTest } from './app.ts';

const app = jobsTest();

const { signature_file_id: _, ...plainly } = deliver;

async function failed(from: 'collected' | 'in_transit' = 'in_transit') {
  const { id } = await app.jobThatIs(from);
  app.clock.advanceMs(60_000);
  const answer = await app.report(id, deliveryFailed);
  return { id, answer, returnId: answer.return_job_id ?? '' };
}

describe('a failed hand-over', () => {
  it('books a return that its tenant finds like any job', async () => {
    const { id, answer, returnId } = await failed();
    const back = await app.as().get({ id: returnId });
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
    expect(answer).toMatchObject({
      status: 'exception',
      webhook_events: ['delivery.failed', 'return.created', 'job.created', 'job.updated'],
    });
    expect((await app.as().list({ limit: 1 })).data).toMatchObject([{ id: returnId }]);
    expect(await app.as().track({ ref: back.ref })).toMatchObject({
      assignment: { driver_id: 'drv_1' },
      events: [{ type: 'booked' }, { type: 'collected', seal: 'SEAL-1' }],
      last_sequence: 2,
    });
  });

  it.each(['collected', 'in_transit'] as const)(
    'counts both jobs by their status after %s',
    async (from) => {
      await failed(from);
      const total = async (status: 'exception' | 'collected' | 'in_transit', site?: string) =>
        (await app.as().list({ status, ...(site && { site }) })).total;
      for (const site of [undefined, 'cli-0', 'lab-0']) {
        const totals = [await total('exception', site), await total('collected', site)];
        expect([...totals, await total('in_transit', site)]).toEqual([1, 1, 0]);
      }
      expect(await app.counted()).toEqual({ total: 2, rows: 2 });
    },
  );
});

describe('a delivered return', () => {
  it('completes the original, which stays an exception', async () => {
    const { id, returnId } = await failed();
    const answer = movedJob.parse(await app.report(returnId, plainly));
    expect(answer).toMatchObject({
      status: 'delivered',
      webhook_events: ['delivery.completed', 'return.completed'],
    });
    expect((await app.outbox(id)).at(-1)).toMatchObject({
      type: 'return.completed',
      data: { job_id: id, return_job_id: returnId, delivered_at: answer.delivered_at },
      internals: { job: { status: 'exception' }, custody: { type: 'returned' } },
    });
    const original = await app.as().get({ id });
    expect(original).toMatchObject({ status: 'exception', delivered_at: null, custody_events: 6 });
    const { events } = await app.as().track({ ref: id });
    expect(events.at(-1)).toMatchObject({ type: 'returned', note: 'Returned to sender' });
  });

  it('completes the original once under ten concurrent deliveries', async () => {
    const { id, returnId } = await failed();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => app.reportAs('drv_1', returnId, plainly)),
    );
    expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(1);
    const emitted = (await app.outbox(id)).filter(({ type }) => type === 'return.completed');
    expect(emitted).toHaveLength(1);
  });
});

const get = (id: string) => app.as().get({ id });
const asked = { requirements: { undeliverable: 'ask_desk' as const } };
const undecided = async () => {
  const { id } = await app.jobThatIs('in_transit', asked);
  return { id, reply: await app.reportAs('drv_1', id, deliveryFailed) };
};
describe('a job with undeliverable ask_desk', () => {
  it('is interrupted by a failed hand-over, with an incident and no return', async () => {
    const { id, reply } = await undecided();
    expect(reply).toMatchObject({
      ok: { status: 'exception', requirements: { undeliverable: 'ask_desk' } },
    });
    expect(await get(id)).toMatchObject({ status: 'exception', return_job_id: null });
    const types = await app.typesOf(id);
    expect(types.slice(-2)).toEqual(['job.updated', 'incident.reported']);
    expect(types).not.toContain('delivery.failed');
    const events = await app.outbox(id);
    expect(events.at(-2)?.internals).toMatchObject({
      custody: { type: 'delivery_failed', details: { undecided: true } },
    });
    const { data } = await app.desk().listIncidents({ job_id: id });
    expect(data).toMatchObject([
      {
        severity: 'high',
        description: `Could not be handed over; the desk decides. ${deliveryFailed.reason}`,
      },
    ]);
  });

  it('continues when the desk resumes it', async () => {
    const { id } = await undecided();
    await app.report(id, { type: 'resume' });
    expect((await get(id)).status).toBe('in_transit');
    expect(await app.reportAs('drv_1', id, deliver)).toMatchObject({
      ok: { status: 'delivered' },
    });
  });

  it('goes back by a return job when the desk reports the failure', async () => {
    const { id } = await undecided();
    await app.report(id, deliveryFailed);
    const { status, return_job_id } = await get(id);
    expect(status).toBe('exception');
    expect(await get(return_job_id ?? '')).toMatchObject({ status: 'collected', return_of: id });
    expect(await app.typesOf(id)).toContain('delivery.failed');
  });

  it('refuses a second failure by its courier while the desk decides', async () => {
    const { id } = await undecided();
    expect(await app.reportAs('drv_1', id, deliveryFailed)).toEqual(refused('invalid_transition'));
  });

  it('refuses a failed hand-over before its parcels are collected', async () => {
    const { id } = await app.jobThatIs('assigned', asked);
    await app.report(id, { type: 'pickup_failed', reason: 'Closed' });
    expect(await app.reportAs(undefined, id, deliveryFailed)).toEqual(
      refused('invalid_transition'),
    );
  });
});
