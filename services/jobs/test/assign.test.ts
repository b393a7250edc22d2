import { movedJob } from '@svc/contracts';
import { refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { booking, carrier, jobsTest } from './app.ts';

const app = jobsTest();

const booked = () => app.as().book(booking());
const assign = (input: unknown, request?: string) =>
  app.call('assign', input, {
    tenant: carrier,
    ...(request && { request }),
  });
const crew = { driver_id: 'drv_1', vehicle_id: 'veh_1' };

describe('assign', () => {
  it('the desk assigns driver and vehicle to a job of any tenant', async () => {
    const { id, ref } = await booked();
    const job = await app.assign(ref);
    expect(movedJob.strict().parse(job)).toEqual(job);
    expect(job).toMatchObject({
      id,
      status: 'assigned',
      tenant: { id: app.tenant },
      ...crew,
      webhook_events: ['job.assigned'],
    });
    expect(await app.as().get({ id })).toMatchObject({
      status: 'assigned',
      custody_events: 2,
    });
  });

  it('the desk replaces the driver of an assigned job', async () => {
    const { id } = await booked();
    await app.assign(id);
    const job = await app.assign(id, 'drv_2', 'veh_2');
    expect(job).toMatchObject({ status: 'assigned', driver_id: 'drv_2', vehicle_id: 'veh_2' });
    const { events } = await app.as().track({ ref: id });
    expect(events.map(({ note }) => note)).toEqual([
      'Booked',
      'Driver assigned',
      'Another driver assigned',
    ]);
  });

  it('a repeated request returns the same reply and assigns once', async () => {
    const { id } = await booked();
    const first = await assign({ id, ...crew }, `assign-${id}`);
    expect(await assign({ id, ...crew }, `assign-${id}`)).toEqual({ ...first, replayed: true });
    expect(await app.outbox(id)).toHaveLength(2);
  });
});

it('job.assigned goes to the tenant of the job, with its internals', async () => {
  const { id, ref } = await booked();
  await app.assign(id);
  expect((await app.outbox(id)).at(-1)).toMatchObject({
    type: 'job.assigned',
    tenant_id: app.tenant,
    sequence: 2,
    data: {
      job_id: id,
      ref,
      driver: { first_name: 'Thandi' },
      vehicle: { registration: 'CA 123-456' },
      eta_pickup_minutes: 30,
    },
    internals: {
      job: { status: 'assigned', assignment: crew },
      custody: { type: 'assigned', by: 'desk:cli_test', details: crew },
    },
  });
});

it('a decision on an earlier version is refused with what changed since', async () => {
  const { id, ref } = await booked();
  const first = await assign({ id, ...crew, version: 1, by: 'Lerato M' });
  expect(first).toMatchObject({ ok: { version: 2 } });
  expect(await assign({ id, ...crew, driver_id: 'drv_2', version: 1 })).toEqual(
    refused('job_changed', {
      detail: `Job ${ref} was assigned to Thandi with CA 123-456, by Lerato M at 2026-11-02T08:00:00.000Z.`,
    }),
  );
  expect(await app.desk().getForDesk({ id })).toMatchObject({
    ...{ driver_id: 'drv_1', version: 2 },
    undo: { at: '2026-11-02T08:00:00.000Z', by: 'Lerato M' },
  });
});

it.each([
  ['a milestone', 'reachMilestone', { type: 'depart' }],
  ['a change of the desk', 'updateForDesk', { note: 'Ring' }],
  ['a cancellation of the desk', 'cancelForDesk', { reason: 'Asked for' }],
] as const)(
  '%s by the desk is refused on an earlier version, with what changed',
  async (_name, action, input) => {
    const { id, ref } = await booked();
    await assign({ id, ...crew, by: 'Lerato M' });
    const reply = await app.call(action, { id, version: 1, ...input }, { tenant: carrier });
    expect(reply).toEqual(
      refused('job_changed', {
        detail: `Job ${ref} was assigned to Thandi with CA 123-456, by Lerato M at 2026-11-02T08:00:00.000Z.`,
      }),
    );
    expect(await app.desk().getForDesk({ id })).toMatchObject({
      status: 'assigned',
      version: 2,
    });
  },
);

it.each([
  ['update', { reference: 'R-2' }],
  ['cancel', { reason: 'Not needed' }],
] as const)(
  "the tenant's %s of an earlier version is refused without the name of the dispatcher",
  async (action, input) => {
    const { id, ref, version } = await app.as().get({ id: (await booked()).id });
    await assign({ id, ...crew, by: 'Lerato M' });
    expect(await app.call(action, { id, version, ...input })).toEqual(
      refused('job_changed', {
        detail: `Job ${ref} was assigned to Thandi with CA 123-456, by the desk at 2026-11-02T08:00:00.000Z.`,
      }),
    );
  },
);

it('a change on the version before a new note is refused', async () => {
  const { id, version } = await app.as().get({ id: (await booked()).id });
  await app.as().update({ id, version, note: 'Ring' });
  const again = await app.call('update', { id, version, note: 'Knock' });
  expect(again).toEqual(refused('job_changed', 'was updated, by the sender'));
  expect(await app.as().get({ id })).toMatchObject({ note: 'Ring', version: 2 });
});

it('one of two concurrent decisions on a version is refused', async () => {
  const { id } = await booked();
  const both = ['drv_1', 'drv_2'].map((driver_id) =>
    assign({ id, ...crew, driver_id, version: 1 }),
  );
  const replies = await Promise.all(both);
  expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(1);
  expect(replies).toContainEqual({
    refused: expect.objectContaining({ code: 'job_changed' }),
  });
});

it.each([
  ['unknown_driver', { driver_id: 'drv_9' }],
  ['unknown_driver', { driver_id: 'no id' }],
  ['unknown_vehicle', { vehicle_id: 'veh_9' }],
  ['unknown_vehicle', { vehicle_id: 'no id' }],
  ['job_not_found', { id: 'job_none' }],
  ['job_not_found', { id: 'SVC-00000000' }],
  ['job_not_found', { id: 'no id' }],
])('assign is refused with %s for %o', async (code, fields) => {
  const { id } = await booked();
  expect(await assign({ id, ...crew, ...fields })).toEqual(refused(code));
  expect((await app.as().get({ id })).status).toBe('booked');
});

const undo = (id: string, version: number, request?: string) =>
  app.call(
    'undoAssignment',
    { id, version, by: 'Lerato M' },
    {
      tenant: carrier,
      ...(request && { request }),
    },
  );

describe('undoAssignment', () => {
  it('returns the job without a driver, who can be assigned again', async () => {
    const { id } = await app.jobThatIs('assigned');
    const job = await app.desk().undoAssignment({ id, version: 2 });
    expect(movedJob.strict().parse(job)).toEqual(job);
    expect(job).toMatchObject({
      ...{ status: 'booked', driver_id: null, vehicle_id: null, version: 3 },
      webhook_events: ['job.updated'],
    });
    expect(await app.assign(id, 'drv_2')).toMatchObject({ driver_id: 'drv_2', version: 4 });
    const cancelled = await app.as().list({ status: 'booked' });
    expect(cancelled.total).toBe(0);
  });

  it('returns the job with its former driver', async () => {
    const { id } = await app.jobThatIs('assigned');
    await app.assign(id, 'drv_2', 'veh_2');
    expect(await undo(id, 3)).toMatchObject({
      ok: { driver_id: 'drv_1', vehicle_id: 'veh_1', webhook_events: ['job.assigned'] },
    });
  });

  it('returns the first reply to a repeated request', async () => {
    const { id } = await app.jobThatIs('assigned');
    const first = await undo(id, 2, `undo-${id}`);
    expect(await undo(id, 2, `undo-${id}`)).toEqual({ ...first, replayed: true });
  });
});

it('is refused with job_changed once the driver has departed', async () => {
  const { id } = await app.jobThatIs('assigned');
  await app.reportAs('drv_1', id, { type: 'depart' });
  expect(await undo(id, 2)).toEqual(
    refused('job_changed', {
      detail: expect.stringMatching(/is on the way to the pickup, by the driver at 2026-/),
    }),
  );
});

it('is refused with invalid_transition after a later change', async () => {
  const { id } = await app.jobThatIs('assigned');
  await app.as().update({ id, reference: 'PO-2' });
  expect(await undo(id, 3)).toEqual(refused('invalid_transition'));
  const booked = await app.jobThatIs('booked');
  expect(await undo(booked.id, 1)).toEqual(refused('invalid_transition'));
});
