import { jobs } from '@svc/contracts';
import { refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { deliver, jobsTest } from './app.ts';

const app = jobsTest();
const call = (input: object) =>
  app.callDesk('side' in input ? 'reportTransfer' : 'transfer', input);
const codeOf = async (courier_id: string) =>
  (await app.desk().runOfCourier({ courier_id })).transfer_code;

const give = { side: 'give', seal: 'SEAL-1', courier_id: 'drv_1' };
const takeWith = (code: string) => ({
  ...{ side: 'take', seal: 'SEAL-1', courier_id: 'drv_2', registration: 'veh_2' },
  ...{ code, box_temperature_c: 4.2 },
});
const toSecond = { driver_id: 'drv_2', vehicle_id: 'veh_2' };
const chainOf = async (id: string) =>
  (await app.outbox(id)).flatMap(
    ({ internals }) => jobs.events['job.updated'].internals.parse(internals).custody ?? [],
  );
const holdersOf = async (id: string) => {
  const { driver_id, vehicle_id, status } = await app.desk().getForDesk({ id });
  return { driver_id, vehicle_id, status };
};

it.each([
  ['give', 'take'],
  ['take', 'give'],
] as const)('parcels change hands by two phones, %s before %s', async (...order) => {
  const { id } = await app.jobThatIs('in_transit');
  const half = { give, take: takeWith(await codeOf('drv_1')) };
  for (const side of order) {
    expect(await call({ id, ...half[side] })).toMatchObject({ ok: { object: 'courier_job', id } });
  }
  expect(await holdersOf(id)).toEqual({ ...toSecond, status: 'in_transit' });
  const road = (await chainOf(id)).slice(-3);
  expect(road.map(({ type }) => type).toSorted()).toEqual(['scanned', 'scanned', 'transferred']);
  expect(road.find(({ type }) => type === 'transferred')).toMatchObject({
    by: 'driver:drv_2',
    details: { from_driver_id: 'drv_1', to_driver_id: 'drv_2', transfer: 'take' },
  });
  expect(road).toContainEqual(
    expect.objectContaining({
      ...{ by: 'driver:drv_2', seal: 'SEAL-1' },
      details: expect.objectContaining({ seal_match: true, temperature_dc: 42 }),
    }),
  );
  const run = async (courier_id: string) =>
    (await app.desk().runOfCourier({ courier_id })).data.map((each) => each.id);
  expect(await run('drv_1')).not.toContain(id);
  expect(await run('drv_2')).toContain(id);
  expect(await app.reportAs('drv_1', id, deliver)).toEqual(refused('job_not_found'));
  expect(await app.reportAs('drv_2', id, deliver)).toMatchObject({ ok: { status: 'delivered' } });
});

it('the half of the one who gave is kept when it comes after the delivery', async () => {
  const { id } = await app.jobThatIs('in_transit');
  await call({ id, ...takeWith(await codeOf('drv_1')) });
  await app.reportAs('drv_2', id, deliver);
  expect(await call({ id, ...give })).toMatchObject({ ok: { status: 'delivered' } });
  expect((await chainOf(id)).at(-1)).toMatchObject({ details: { transfer: 'give' } });
  expect(await call({ id, ...give })).toEqual(refused('already_transferred'));
});

it('a code is of the courier who has the parcels, and ends after two days', async () => {
  const { id } = await app.jobThatIs('in_transit');
  const code = await codeOf('drv_1');
  const wrong = await codeOf('drv_2');
  for (const other of [wrong, 'A'.repeat(16), code.slice(1)]) {
    expect(await call({ id, ...takeWith(other) })).toEqual(refused('job_not_found'));
  }
  app.clock.set('2026-11-05T08:00:00.000Z');
  expect(await call({ id, ...takeWith(code) })).toEqual(refused('job_not_found'));
  app.clock.set('2026-11-04T08:00:00.000Z');
  expect(await call({ id, ...takeWith(code.toLowerCase()) })).toMatchObject({ ok: { id } });
});

it('the desk records a transfer alone, with a reason, and the next scan compares the seal', async () => {
  const { id } = await app.jobThatIs('in_transit');
  const alone = { id, ...toSecond, reason: 'The van broke down.' };
  expect(await call(alone)).toMatchObject({
    ok: { ...toSecond, status: 'in_transit', webhook_events: ['custody.scanned', 'job.updated'] },
  });
  const [scanned] = (await chainOf(id)).slice(-2);
  expect(scanned).toMatchObject({ note: 'The van broke down.', details: { seal_match: false } });
  const scan = { type: 'scan', location: 'Depot', seal: 'SEAL-1' } as const;
  expect(await app.reportAs('drv_2', id, scan)).toMatchObject({ ok: { status: 'in_transit' } });
});

it('the desk gives all parcels of a van to another in one act, or none', async () => {
  const ids = [await app.jobThatIs('collected'), await app.jobThatIs('in_transit')];
  const seen = await Promise.all(
    ids.map(async ({ id }) => ({ id, version: (await app.as().get({ id })).version })),
  );
  const stale = [...seen.slice(0, 1), ...seen.slice(1).map((each) => ({ ...each, version: 1 }))];
  const many = (jobs: object[]) =>
    app.callDesk('transferMany', { jobs, ...toSecond, reason: 'The van broke down.' });
  expect(await many(stale)).toEqual(refused('job_changed'));
  expect(await holdersOf(ids[0]?.id ?? '')).toMatchObject({ driver_id: 'drv_1' });
  expect(await many(seen)).toMatchObject({ ok: { refs: expect.any(Array) } });
  for (const { id } of ids) expect(await holdersOf(id)).toMatchObject(toSecond);
});

describe('units that change hands with the parcels', () => {
  /** Of the last change of holder. */
  const detailsOf = async (id: string) =>
    (await chainOf(id)).findLast(({ type }) => type === 'transferred')?.details;
  const countOf = async (id: string) =>
    (await chainOf(id)).findLast(({ type }) => type === 'scanned')?.details?.parcels_scanned;

  it.each([
    ['counts what is in it', { units: ['cage-1'] }, 'CAGE-1', 1],
    ['leaves out what holds none of its parcels', { units: ['CAGE-9', 'BOX-1'] }, 'BOX-1', 1],
    ['keeps the count of the phone', { units: ['CRATE-1'], parcels_scanned: 3 }, 'CRATE-1', 3],
    ['counts nothing of a unit of others', { units: ['CAGE-9'] }, undefined, undefined],
    ['names none where none was scanned', {}, undefined, undefined],
  ] as const)('are scanned by the courier who takes: it %s', async (_, scanned, units, count) => {
    const { id } = await app.jobThatIs('in_transit');
    await call({ id, ...takeWith(await codeOf('drv_1')), ...scanned });
    expect([(await detailsOf(id))?.units, await countOf(id)]).toEqual([units, count]);
  });

  it('are those that hold its parcels alone, where the desk names none', async () => {
    const { id, ref } = await app.jobThatIs('in_transit');
    await call({ id: ref, ...toSecond, reason: 'The van broke down.' });
    expect([(await detailsOf(id))?.units, await countOf(id)]).toEqual(['CRATE-1', undefined]);
    const back = { driver_id: 'drv_1', vehicle_id: 'veh_1', units: ['BOX-1'] };
    await call({ id, ...back, reason: 'The van runs again.' });
    expect([(await detailsOf(id))?.units, await countOf(id)]).toEqual(['BOX-1', 1]);
  });

  it('are those that hold all jobs of a van, where the desk moves them in one act', async () => {
    const ids = [await app.jobThatIs('collected'), await app.jobThatIs('in_transit')];
    const jobs_ = await Promise.all(ids.map(({ id }) => app.as().get({ id })));
    const seen = jobs_.map(({ id, version }) => ({ id, version }));
    await app.desk().transferMany({ jobs: seen, ...toSecond, reason: 'The van broke down.' });
    for (const { id } of ids) expect((await detailsOf(id))?.units).toBe('CAGE-1');
  });
});

it('before the collection the desk gives a job to another driver from any state', async () => {
  for (const state of ['en_route_pickup', 'exception'] as const) {
    const { id } = await app.jobThatIs(state);
    expect(await app.assign(id, 'drv_2')).toMatchObject({ status: 'assigned', driver_id: 'drv_2' });
    expect((await app.outbox(id)).at(-1)).toMatchObject({ type: 'job.assigned' });
  }
  const { id } = await app.jobThatIs('in_transit');
  const assigned = await app.callDesk('assign', { id, ...toSecond });
  expect(assigned).toEqual(refused('invalid_transition'));
});

it.each([{ side: 'give', courier_id: 'drv_1' }, { ...toSecond }])(
  'needs a reason where no seal is compared: %o',
  async (input) => {
    const { id } = await app.jobThatIs('in_transit');
    expect(await call({ id, ...input })).toMatchObject({ invalid: [{ path: ['reason'] }] });
  },
);

it.each([
  ['driver_retired', { ...toSecond, driver_id: 'drv_left', reason: 'Accident' }],
  ['vehicle_retired', { ...toSecond, vehicle_id: 'veh_left', reason: 'Accident' }],
  ['unknown_vehicle', { ...takeWith('A'.repeat(16)), registration: 'ND 1' }],
  ['invalid_seal', { ...give, seal: '?' }],
  ['job_changed', { ...toSecond, reason: 'Accident', version: 1 }],
] as const)('a transfer is refused with %s and changes nothing', async (...[code, input]) => {
  const { id } = await app.jobThatIs('in_transit');
  const before = await app.as().get({ id });
  expect(await call({ id, ...input })).toMatchObject({ refused: { code } });
  expect(await app.as().get({ id })).toEqual(before);
});
