import { newTenant } from '@svc/kit/testing/service-test';
import { beforeEach, describe, expect, it } from 'vitest';
import { jobsTest } from './app.ts';
import { left } from './neighbours.ts';

let tenants: [string, string];
const app = jobsTest();
beforeEach(async () => {
  await app.sql('truncate jobs.job cascade');
  tenants = [newTenant(), newTenant()];
});

describe('timeline', () => {
  it('returns unassigned jobs and those of each driver, with conflicts', async () => {
    const waiting = await app.jobThatIs('booked', {}, tenants[0]);
    const first = await app.jobThatIs('assigned', {}, tenants[0]);
    app.clock.advanceMs(1000);
    const second = await app.jobThatIs('in_transit', {}, tenants[1]);
    app.clock.advanceMs(1000);
    const late = await app.jobThatIs('assigned', {}, tenants[1]);
    await app.assign(late.id, 'drv_2', 'veh_2');
    for (const status of ['delivered', 'cancelled'] as const) {
      await app.jobThatIs(status, {}, tenants[0]);
    }
    const day = await app.desk().timeline({});
    expect(day).toMatchObject({
      date: '2026-11-02',
      from: '2026-11-01T22:00:00.000Z',
      to: '2026-11-03T22:00:00.000Z',
      unassigned: [{ id: waiting.id, version: 1, driver_id: null, undo: null, conflicts: [] }],
      has_more_unassigned: false,
      drivers: [
        {
          driver_id: 'drv_2',
          vehicle: { vehicle_id: 'veh_2', registration: 'CA VEH_2' },
          jobs: [{ id: late.id, conflicts: [{ code: 'driver_document_expires' }] }],
        },
        {
          driver_id: 'drv_1',
          jobs: [
            { id: first.id, undo: { by: 'desk:cli_test' }, tenant_name: `Name of ${tenants[0]}` },
            { id: second.id, undo: null, conflicts: [{ refs: [first.ref] }] },
          ],
        },
      ],
      has_more: false,
    });
  });

  it('returns for another day the jobs that are ready by then', async () => {
    await app.jobThatIs('booked', {}, tenants[0]);
    await app.jobThatIs('assigned', {}, tenants[0]);
    const ready_at = '2026-11-05T08:00:00.000Z';
    const planned = await app.jobThatIs('booked', { ready_at }, tenants[1]);
    const taken = await app.jobThatIs('assigned', { ready_at }, tenants[1]);
    const shown = async (date: string) => {
      const { unassigned, drivers } = await app.desk().timeline({ date });
      return [...unassigned, ...drivers.flatMap((each) => each.jobs)].map(({ id }) => id);
    };
    expect(await shown('2026-11-04')).toEqual([planned.id, taken.id]);
    expect(await shown('2026-11-06')).toEqual([]);
    expect(await shown('2026-11-02')).toHaveLength(2);
  });
});

it('a retired driver stays on the timeline while a job is open, and is not suggested', async () => {
  const { id } = await app.jobThatIs('assigned', {}, tenants[0]);
  const shown = async () => (await app.desk().timeline({})).drivers;
  expect((await shown()).map(({ driver_id }) => driver_id)).toEqual(['drv_2', 'drv_1']);
  await app.sql(
    `update jobs.job set assignment = jsonb_set(assignment::jsonb, '{driver_id}', to_jsonb($2::text))::json
      where id = $1`,
    [id, left.driver_id],
  );
  const [first, ...others] = await shown();
  expect(first).toMatchObject({
    ...{ driver_id: left.driver_id, status: 'retired', shifts: null },
    jobs: [{ id, conflicts: [{ code: 'driver_retired', is_blocking: true }] }],
  });
  expect(others).toMatchObject([
    { driver_id: 'drv_2', status: 'active', shifts: null, jobs: [] },
    {
      ...{ driver_id: 'drv_1', status: 'active', jobs: [] },
      shifts: [{ from: '2026-11-02T04:00:00.000Z', to: '2026-11-02T20:00:00.000Z' }],
    },
  ]);
  const { data } = await app.desk().suggestDrivers({ id });
  expect(data.map(({ driver_id }) => driver_id)).toEqual(['drv_1', 'drv_2']);
});

it('a driver who is off shift is suggested with that as a reason against', async () => {
  const ready_at = '2026-11-03T08:00:00.000Z';
  const { id } = await app.jobThatIs('booked', { ready_at }, tenants[0]);
  const { data } = await app.desk().suggestDrivers({ id });
  expect(data[0]).toMatchObject({
    ...{ driver_id: 'drv_1', rank: 1 },
    conflicts: [{ code: 'off_shift', is_blocking: false }],
  });
});

describe('suggestDrivers', () => {
  it('returns drivers by rank, with usual vehicle, figures and conflicts', async () => {
    const { id, ref } = await app.jobThatIs('booked', {}, tenants[0]);
    const other = await app.jobThatIs('assigned', {}, tenants[1]);
    const found = await app.desk().suggestDrivers({ id: ref });
    expect(found).toMatchObject({
      job_id: id,
      version: 1,
      data: [
        {
          ...{ driver_id: 'drv_1', rank: 1, km: 0, minutes: 0, measured_from: 'vehicle' },
          ...{ jobs_in_window: 1, open_jobs: 1, vehicle: { vehicle_id: 'veh_1' } },
          conflicts: [{ code: 'windows_overlap', refs: [other.ref] }],
        },
        {
          ...{ driver_id: 'drv_2', rank: null, km: null, vehicle: null },
          conflicts: [{ code: 'driver_document_expires', expires_on: '2026-11-01' }],
        },
      ],
    });
    expect((await app.desk().suggestDrivers({ id, limit: 1 })).data).toHaveLength(1);
  });

  it('suggests the last vehicle of a driver without open jobs', async () => {
    await app.jobThatIs('delivered', {}, tenants[0]);
    const { id } = await app.jobThatIs('booked', {}, tenants[0]);
    expect((await app.desk().suggestDrivers({ id })).data[0]).toMatchObject({
      ...{ driver_id: 'drv_1', open_jobs: 0, vehicle: { vehicle_id: 'veh_1' } },
    });
  });
});
