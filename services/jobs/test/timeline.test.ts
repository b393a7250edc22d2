import { driverSuggestions, jobs, timeline } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JobsApp, newTenant, startJobs } from './app.ts';
import { carrier, carrierOf } from './carrier.ts';

let app: JobsApp;
let tenants: [string, string];
beforeAll(async () => {
  app = await startJobs();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.owner.query('truncate jobs.job cascade');
  tenants = [newTenant(), newTenant()];
});

const road = () => carrierOf(app);
const desk = () => road().desk();

describe('timeline', () => {
  it('answers waiting jobs and those of each driver, of all tenants, with conflicts', async () => {
    const waiting = await road().jobThatIs(tenants[0], 'booked');
    const first = await road().jobThatIs(tenants[0], 'assigned');
    app.clock.advanceMs(1000);
    const second = await road().jobThatIs(tenants[1], 'in_transit');
    app.clock.advanceMs(1000);
    const late = await road().jobThatIs(tenants[1], 'assigned');
    await road().assign(late.id, 'drv_2', 'veh_2');
    for (const status of ['delivered', 'cancelled'] as const) {
      await road().jobThatIs(tenants[0], status);
    }
    const day = await desk().timeline({});
    expect(timeline.strict().parse(day)).toEqual(day);
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

  it('answers for another day what is ready by then, and not what was due before', async () => {
    await road().jobThatIs(tenants[0], 'booked');
    await road().jobThatIs(tenants[0], 'assigned');
    const ready_at = '2026-11-05T08:00:00.000Z';
    const planned = await road().jobThatIs(tenants[1], 'booked', { ready_at });
    const taken = await road().jobThatIs(tenants[1], 'assigned', { ready_at });
    const shown = async (date: string) => {
      const { unassigned, drivers } = await desk().timeline({ date });
      return [...unassigned, ...drivers.flatMap((each) => each.jobs)].map(({ id }) => id);
    };
    expect(await shown('2026-11-04')).toEqual([planned.id, taken.id]);
    expect(await shown('2026-11-06')).toEqual([]);
    expect(await shown('2026-11-02')).toHaveLength(2);
  });

  it.each(['tomorrow', '1999-12-31'])('refuses as bad input the date %s', async (date) => {
    const reply = await app.call([jobs, 'timeline'], { date }, { tenant: carrier });
    expect(reply).toMatchObject({
      invalid: expect.arrayContaining([expect.objectContaining({ path: ['date'] })]),
    });
  });
});

describe('suggestDrivers', () => {
  it('answers drivers by rank, with usual vehicle, figures and conflicts', async () => {
    const { id, ref } = await road().jobThatIs(tenants[0], 'booked');
    const other = await road().jobThatIs(tenants[1], 'assigned');
    const found = await desk().suggestDrivers({ id: ref });
    expect(driverSuggestions.strict().parse(found)).toEqual(found);
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
    expect((await desk().suggestDrivers({ id, limit: 1 })).data).toHaveLength(1);
  });

  it('remembers the vehicle of a driver whose jobs are over', async () => {
    await road().jobThatIs(tenants[0], 'delivered');
    const { id } = await road().jobThatIs(tenants[0], 'booked');
    expect((await desk().suggestDrivers({ id })).data[0]).toMatchObject({
      ...{ driver_id: 'drv_1', open_jobs: 0, vehicle: { vehicle_id: 'veh_1' } },
    });
  });

  it('refuses with job_not_found what is none', async () => {
    const reply = await app.call([jobs, 'suggestDrivers'], { id: 'job_none' }, { tenant: carrier });
    expect(reply).toMatchObject({ refused: { code: 'job_not_found' } });
  });
});
