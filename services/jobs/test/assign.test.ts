import { refused } from '@svc/kit/testing/service-test';
import { expect, it } from 'vitest';
import { booking, jobsTest } from './app.ts';

const app = jobsTest();

const booked = () => app.as().book(booking());
const assign = (input: object) => app.callDesk('assign', input);
const crew = { driver_id: 'drv_1', vehicle_id: 'veh_1' };

it('the desk assigns driver and vehicle to a job of any tenant', async () => {
  const { id, ref } = await booked();
  expect(await app.assign(ref)).toMatchObject({
    id,
    status: 'assigned',
    tenant: { id: app.tenant },
    ...crew,
    webhook_events: ['job.assigned'],
  });
  expect(await app.as().get({ id })).toMatchObject({ status: 'assigned', custody_events: 2 });
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

const at = '2026-11-02T08:00:00.000Z';
it.each([
  ['assign', { ...crew, driver_id: 'drv_2' }],
  ['reachMilestone', { type: 'depart' }],
  ['updateForDesk', { note: 'Ring' }],
  ['cancelForDesk', { reason: 'Asked for' }],
] as const)(
  '%s by the desk is refused on an earlier version, with what changed',
  async (...sent) => {
    const [action, input] = sent;
    const { id, ref } = await booked();
    expect(await assign({ id, ...crew, version: 1, by: 'Lerato M' })).toMatchObject({
      ok: { version: 2 },
    });
    const detail = `Job ${ref} was assigned to Thandi with CA 123-456, by Lerato M at ${at}.`;
    expect(await app.callDesk(action, { id, version: 1, ...input })).toEqual(
      refused('job_changed', { detail }),
    );
    expect(await app.desk().getForDesk({ id })).toMatchObject({
      status: 'assigned',
      driver_id: 'drv_1',
      version: 2,
      undo: { at, by: 'Lerato M' },
    });
  },
);

it.each([
  ['update', { reference: 'R-2' }],
  ['cancel', { reason: 'Not needed' }],
] as const)('%s by the tenant is refused without the name of the dispatcher', async (...sent) => {
  const [action, input] = sent;
  const { id, ref, version } = await app.as().get({ id: (await booked()).id });
  await assign({ id, ...crew, by: 'Lerato M' });
  const detail = `Job ${ref} was assigned to Thandi with CA 123-456, by the desk at ${at}.`;
  expect(await app.call(action, { id, version, ...input })).toEqual(
    refused('job_changed', { detail }),
  );
});

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

it('undoAssignment returns the job without a driver, who can be assigned again', async () => {
  const { id } = await app.jobThatIs('assigned');
  const job = await app.desk().undoAssignment({ id, version: 2 });
  expect(job).toMatchObject({
    ...{ status: 'booked', driver_id: null, vehicle_id: null, version: 3 },
    webhook_events: ['job.updated'],
  });
  expect(await app.assign(id, 'drv_2')).toMatchObject({ driver_id: 'drv_2', version: 4 });
  const cancelled = await app.as().list({ status: 'booked' });
  expect(cancelled.total).toBe(0);
});

it.each([
  ['driver_retired', { driver_id: 'drv_left' }],
  ['vehicle_retired', { vehicle_id: 'veh_left' }],
] as const)(
  'refuses with %s an assignment and its undoing, and changes nothing',
  async (code, to) => {
    const { id } = await booked();
    expect(await assign({ id, ...crew, ...to })).toEqual(refused(code));
    await app.assign(id);
    await app.assign(id, 'drv_2', 'veh_2');
    // Retired after the first assignment.
    const replaced = { driver_first_name: 'Thandi', registration: 'CA 1', ...crew, ...to };
    await app.sql(
      `update jobs.job set last_change = jsonb_set(last_change::jsonb, '{replaced}', $2)::json where id = $1`,
      [id, JSON.stringify(replaced)],
    );
    for (const [action, input] of [
      ['undoAssignment', { id, version: 3 }],
      ['undoAssignments', { jobs: [{ id, version: 3 }] }],
    ] as const) {
      expect(await app.callDesk(action, input)).toEqual(refused(code));
    }
    expect(await app.desk().getForDesk({ id })).toMatchObject({ driver_id: 'drv_2', version: 3 });
  },
);
