/** Several jobs for one driver at once. */
import { refused } from '@svc/kit/testing/service-test';
import { expect, it } from 'vitest';
import { booking, jobsTest } from './app.ts';

const app = jobsTest();
const crew = { driver_id: 'drv_1', vehicle_id: 'veh_1' };

const twoBooked = async () => [await app.as().book(booking()), await app.as().book(booking())];
const chosen = (booked: readonly { id: string }[]) => booked.map(({ id }) => ({ id, version: 1 }));
const statuses = (booked: readonly { id: string }[]) =>
  Promise.all(booked.map(async ({ id }) => (await app.as().get({ id })).status));

it('the desk assigns all of them, with an event and a record for each', async () => {
  const booked = await twoBooked();
  const { refs } = await app.desk().assignMany({ jobs: chosen(booked), ...crew, by: 'Lerato M' });
  expect(refs.toSorted()).toEqual(booked.map(({ ref }) => ref).toSorted());
  for (const { id, ref } of booked) {
    expect((await app.outbox(id)).at(-1)).toMatchObject({
      ...{ type: 'job.assigned', tenant_id: app.tenant, sequence: 2 },
      data: { job_id: id, ref, driver: { first_name: 'Thandi' } },
    });
    expect(await app.desk().getForDesk({ id })).toMatchObject({
      ...{ status: 'assigned', driver_id: 'drv_1', vehicle_id: 'veh_1', version: 2 },
      undo: { by: 'Lerato M' },
    });
  }
});

it('the desk gives jobs of one driver to another one at once', async () => {
  const booked = await twoBooked();
  await app.desk().assignMany({ jobs: chosen(booked), ...crew });
  const jobs = booked.map(({ id }) => ({ id, version: 2 }));
  await app.desk().assignMany({ jobs, ...crew, driver_id: 'drv_2' });
  for (const { id } of booked) {
    expect(await app.desk().getForDesk({ id })).toMatchObject({ driver_id: 'drv_2', version: 3 });
  }
});

it('the desk takes the assignment of all of them back', async () => {
  const booked = await twoBooked();
  await app.desk().assignMany({ jobs: chosen(booked), ...crew });
  const jobs = booked.map(({ id }) => ({ id, version: 2 }));
  await app.desk().undoAssignments({ jobs, by: 'Lerato M' });
  for (const { id } of booked) {
    expect((await app.outbox(id)).at(-1)).toMatchObject({ type: 'job.updated' });
    expect(await app.desk().getForDesk({ id })).toMatchObject({ status: 'booked', version: 3 });
  }
});

it.each([
  ['job_not_found', ([first]) => [first, { id: 'job_none', version: 2 }]],
  ['job_changed', ([first, second]) => [first, { ...second, version: 1 }]],
] as const satisfies readonly [string, (jobs: { id: string; version: number }[]) => object][])(
  'undoAssignments is refused with %s, and restores none',
  async (code, jobsOf) => {
    const booked = await twoBooked();
    await app.desk().assignMany({ jobs: chosen(booked), ...crew });
    const jobs = jobsOf(booked.map(({ id }) => ({ id, version: 2 })));
    expect(await app.callDesk('undoAssignments', { jobs })).toEqual(refused(code));
    expect(await statuses(booked)).toEqual(['assigned', 'assigned']);
  },
);

it('undoAssignments is refused with invalid_transition after another change of a job', async () => {
  const booked = await twoBooked();
  await app.desk().assignMany({ jobs: chosen(booked.slice(0, 1)), ...crew });
  const jobs = booked.map(({ id }, n) => ({ id, version: n === 0 ? 2 : 1 }));
  expect(await app.callDesk('undoAssignments', { jobs })).toEqual(refused('invalid_transition'));
  expect(await statuses(booked)).toEqual(['assigned', 'booked']);
});

it.each([
  ['job_not_found', (jobs) => ({ jobs: [...jobs, { id: 'job_none', version: 1 }] })],
  ['job_changed', ([first, ...others]) => ({ jobs: [...others, { ...first, version: 7 }] })],
  ['unknown_driver', (jobs) => ({ jobs, driver_id: 'drv_none' })],
  ['unknown_vehicle', (jobs) => ({ jobs, vehicle_id: 'veh_none' })],
  ['driver_retired', (jobs) => ({ jobs, driver_id: 'drv_left' })],
  ['vehicle_retired', (jobs) => ({ jobs, vehicle_id: 'veh_left' })],
] as const satisfies readonly [string, (jobs: { id: string; version: number }[]) => object][])(
  'assignMany is refused with %s, and assigns none',
  async (code, input) => {
    const booked = await twoBooked();
    expect(await app.callDesk('assignMany', { ...crew, ...input(chosen(booked)) })).toEqual(
      refused(code),
    );
    expect(await statuses(booked)).toEqual(['booked', 'booked']);
  },
);

it('assignMany is refused with invalid_transition where one is on board, and assigns none', async () => {
  const booked = await app.as().book(booking());
  const left = await app.jobThatIs('collected');
  const { version } = await app.as().get({ id: left.id });
  const jobs = [...chosen([booked]), { id: left.id, version }];
  expect(await app.callDesk('assignMany', { jobs, ...crew })).toEqual(
    refused('invalid_transition'),
  );
  expect(await statuses([booked])).toEqual(['booked']);
});

it('concurrent assignments of the same jobs in another order leave one driver for all', async () => {
  const booked = await twoBooked();
  const replies = await Promise.all(
    ['drv_1', 'drv_2'].map((driver_id, n) => {
      const jobs = n === 0 ? chosen(booked) : chosen(booked).toReversed();
      return app.callDesk('assignMany', { jobs, ...crew, driver_id });
    }),
  );
  expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(1);
  const drivers = booked.map(async ({ id }) => (await app.desk().getForDesk({ id })).driver_id);
  expect(new Set(await Promise.all(drivers)).size).toBe(1);
});
