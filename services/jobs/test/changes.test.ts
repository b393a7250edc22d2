import { refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { booking, jobsTest } from './app.ts';

const app = jobsTest();

const cancel = (input: unknown) => app.call('cancel', input);
const reason = 'no longer needed';

describe('cancel', () => {
  it('cancels a job free of charge before its assignment', async () => {
    const { id, ref } = await app.as().book(booking());
    const job = await app.as().cancel({ id, reason });
    expect(job).toMatchObject({
      id,
      status: 'cancelled',
      cancellation: {
        reason,
        fee_cents: 0,
        currency: 'ZAR',
        rule: 'Cancelled before assignment: no fee.',
      },
      webhook_events: ['job.cancelled'],
    });
    expect((await app.as().get({ id })).status).toBe('cancelled');
    expect((await app.outbox(id)).at(-1)).toMatchObject({
      type: 'job.cancelled',
      sequence: 2,
      data: { job_id: id, ref, ...job.cancellation },
      internals: {
        job: { status: 'cancelled' },
        custody: { type: 'cancelled', by: 'client:cli_test' },
      },
    });
  });

  it('succeeds for one of 20 concurrent cancellations', async () => {
    const { id } = await app.as().book(booking());
    const replies = await Promise.all(Array.from({ length: 20 }, () => cancel({ id, reason })));
    expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(1);
    expect(replies.filter((reply) => 'refused' in reply)).toHaveLength(19);
    expect((await app.as().list({ status: 'cancelled' })).total).toBe(1);
  });
});

const update = (input: unknown) => app.call('update', input);
const updates = async (id: string) =>
  (await app.outbox(id)).filter(({ type }) => type === 'job.updated');

describe('update', () => {
  it('changes cost centre, reference and metadata of the job', async () => {
    const { id, ref } = await app.as().book(booking());
    const labels = { cost_centre: 'CC-2', reference: 'PO-2', metadata: { ward: '7' } };
    const job = await app.as().update({ id: ref, ...labels });
    expect(job).toMatchObject({ id, ...labels, webhook_events: ['job.updated'] });
    expect(await app.as().get({ id })).toMatchObject(labels);
    expect(await updates(id)).toMatchObject([
      {
        sequence: 2,
        data: {
          job_id: id,
          ref,
          changed: [{ field: 'cost_centre' }, { field: 'reference', to: 'PO-2' }, {}],
        },
        internals: { job: { status: 'booked' }, custody: null },
      },
    ]);
    expect((await updates(id))[0]?.internals).not.toHaveProperty('occurred');
  });

  it('upgrades once under ten concurrent requests', async () => {
    const { id } = await app.as().book(booking());
    await Promise.all(Array.from({ length: 10 }, () => app.as().update({ id, priority: 'stat' })));
    expect(await updates(id)).toHaveLength(1);
  });
});

it('refuses by the state of the job before its SKU is priced', async () => {
  const { id } = await app.as().book(booking({ quote_id: 'q_withdrawn' }));
  await app.as().cancel({ id, reason: 'no longer needed' });
  expect(await update({ id, priority: 'stat' })).toEqual(refused('already_cancelled'));
});

const booked = () => app.as().book(booking());
it("the desk changes instructions and labels of any tenant's job", async () => {
  const { id, ref } = await booked();
  const pickup_contact = { name: 'Front desk', phone: '+27 11 555 0101' };
  const changes = { note: 'Ring', pickup_contact, cost_centre: 'CC-7' };
  const job = await app.desk().updateForDesk({ id: ref, version: 1, by: 'Lerato M', ...changes });
  expect(job).toMatchObject({ id, version: 2, webhook_events: ['job.updated'] });
  expect(await app.as().get({ id })).toMatchObject({ ...changes, version: 2 });
  const last = (await app.outbox(id)).at(-1);
  expect(last).toMatchObject({
    ...{ type: 'job.updated', tenant_id: app.tenant },
    data: { changed: [{ field: 'cost_centre', to: 'CC-7' }] },
  });
  expect(JSON.stringify(last)).not.toContain('Front desk');
});

it('the desk cancels by the terms of the tenant, with its fee', async () => {
  const { id } = await app.jobThatIs('assigned');
  const job = await app.desk().cancelForDesk({ id, version: 2, reason: 'By telephone' });
  expect(job).toMatchObject({
    ...{ status: 'cancelled', webhook_events: ['job.cancelled'] },
    cancellation: { reason: 'By telephone', rule: expect.stringContaining('of the base price') },
  });
  expect(job.cancellation.fee_cents).toBeGreaterThan(0);
  expect((await app.outbox(id)).at(-1)).toMatchObject({
    ...{ type: 'job.cancelled', tenant_id: app.tenant },
    data: { reason: 'By telephone', fee_cents: job.cancellation.fee_cents },
    internals: { custody: { type: 'cancelled', by: 'desk:cli_test' } },
  });
});
