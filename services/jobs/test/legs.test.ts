import { refused } from '@svc/kit/testing/service-test';
import { expect, it } from 'vitest';
import { jobsTest } from './app.ts';
import { hub, hubState } from './neighbours.ts';

const app = jobsTest();
const overHub = (share: number) => [
  { hub_id: hub.vehicle_id, due_at: '2026-11-02T12:00:00+02:00', share_percent: share },
  { hub_id: null, driver_id: 'drv_2', vehicle_id: 'veh_2', share_percent: 60 },
];
const plan = (id: string, more: object = {}) =>
  app.callDesk('planLegs', { id, legs: overHub(40), ...more });
const runOf = (courier_id: string) => app.desk().runOfCourier({ courier_id });
const take = async (id: string, from: string, to: { driver: string; registration: string }) =>
  app.callDesk('reportTransfer', {
    ...{ id, side: 'take', seal: 'SEAL-1', parcels_scanned: 1 },
    ...{ code: (await runOf(from)).transfer_code },
    ...{ courier_id: to.driver, registration: to.registration },
  });
const atHub = async () => {
  const { expected, present, sent_on } = await app.desk().getHub({ id: hub.vehicle_id });
  return [expected, present, sent_on].map((jobs) => jobs.map(({ ref }) => ref));
};

it('a job goes over a hub to its next courier, whom the run told of it', async () => {
  const { id, ref } = await app.jobThatIs('in_transit', { note: 'Ring twice' });
  expect(await plan(id)).toMatchObject({
    ok: { webhook_events: ['job.updated'], legs: [{ hub: 'HUB NORTH' }, { share_cents: 15_151 }] },
  });
  expect(await atHub()).toEqual([[ref], [], []]);
  const keeper = await runOf('drv_keeper');
  expect(keeper).toMatchObject({
    hub: 'HUB NORTH',
    data: [],
    expected: [{ id, note: '', hub: { is_kept: true, registration: 'HUB NORTH' } }],
  });
  expect(keeper.expected[0]?.codes).toHaveLength(1);
  const into = { driver: 'drv_keeper', registration: 'hub north' };
  expect(await take(id, 'drv_1', into)).toMatchObject({ ok: { id } });
  expect(await atHub()).toEqual([[], [ref], []]);
  const next = await runOf('drv_2');
  expect(next.expected).toMatchObject([{ id, note: 'Ring twice', hub: { is_kept: false } }]);
  const out = { driver: 'drv_2', registration: 'veh_2' };
  expect(await take(id, 'drv_keeper', out)).toMatchObject({ ok: { id } });
  expect(await atHub()).toEqual([[], [], [ref]]);
  const { data, expected } = await runOf('drv_2');
  expect([data.map((job) => job.id), expected]).toEqual([[id], []]);
  const { legs } = await app.as().get({ id });
  expect(legs).toMatchObject([
    { status: 'completed', to_site_id: hub.site_id, arrived_at: expect.any(String) },
    { status: 'in_progress', from_site_id: hub.site_id, departed_at: expect.any(String) },
  ]);
});

it('plans anew over a hub that was retired since the parcels came in, and over no other', async () => {
  const { id } = await app.jobThatIs('in_transit');
  const fresh = await app.jobThatIs('in_transit');
  await plan(id);
  await take(id, 'drv_1', { driver: 'drv_keeper', registration: 'hub north' });
  hubState.isRetired = true;
  const again = await plan(id, { legs: [overHub(40)[0], { hub_id: null }] });
  const other = await plan(fresh.id);
  hubState.isRetired = false;
  expect(again).toMatchObject({
    ok: { legs: [{ hub: 'HUB NORTH', status: 'completed' }, { driver_id: null }] },
  });
  expect(other).toEqual(refused('unknown_hub'));
});

it('refuses plans with hubs, couriers or shares that are not possible', async () => {
  const { id } = await app.jobThatIs('in_transit');
  const last = { hub_id: null };
  const over = (first: object, second: object = last) => plan(id, { legs: [first, second] });
  const path = (...at: (string | number)[]) => ({ invalid: [{ path: ['legs', ...at] }] });
  expect(await over({ hub_id: 'veh_2' })).toEqual(refused('unknown_hub'));
  expect(await over(last)).toMatchObject(path());
  expect(await plan(id, { legs: [] })).toMatchObject(path());
  expect(await plan(id, { legs: overHub(41) })).toMatchObject(path());
  const crew = { driver_id: 'drv_2', vehicle_id: 'veh_2' };
  expect(await over({ ...crew, hub_id: hub.vehicle_id })).toMatchObject(path());
  expect(await over({ hub_id: hub.vehicle_id }, { ...last, driver_id: 'drv_2' })).toMatchObject(
    path(1),
  );
  expect(await plan(id, { version: 99 })).toEqual(refused('job_changed'));
  expect(await plan('job_absent')).toEqual(refused('job_not_found'));
  expect(await app.callDesk('getHub', { id: 'veh_2' })).toEqual(refused('vehicle_not_found'));
});
