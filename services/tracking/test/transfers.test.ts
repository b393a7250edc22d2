/** Parcels that change vehicle under way: each vehicle's probes count while they were in it. */
import { expect, it } from 'vitest';
import { trackingTest } from './app.ts';
import { collected, fine, moment, post, sealOf } from './collected-job.ts';

const app = trackingTest();
const turn = 15;
/** In range before, or from, the minute of the transfer, and far outside otherwise. */
const fineBefore = fine.map((celsius, minute) => (minute < turn ? celsius : -20));
const fineAfter = fine.map((celsius, minute) => (minute < turn ? 25 : celsius));

/** A job in a van, and a second van with a probe. */
async function twoVans() {
  const job = await collected(app);
  const own = app.as(job.fleet.carrier);
  const other = await own.createVehicle({ registration: `CB ${job.fleet.carrier}` });
  await own.createDevice({ device_id: 'probe-3', vehicle_id: other.id });
  return { job, own, other };
}

it.each(['in time', 'late'] as const)(
  'a certificate takes the probes of the vehicle that had the parcels, told %s',
  async (when) => {
    const { job, other } = await twoVans();
    if (when === 'in time') await job.transfer(other.id, moment(turn));
    await post(job, fineBefore);
    await post(job, fineAfter, 'probe-3');
    if (when === 'late') await job.transfer(other.id, moment(turn));
    await job.deliver(moment(30));
    app.clock.set(moment(40));
    const cold_chain = await sealOf(job);
    expect(cold_chain).toMatchObject({ result: 'in_range', min_c: 4, max_c: 6, coverage: 1 });
    const sensors = cold_chain.sensors.map(({ device_id }) => device_id);
    expect(sensors.toSorted()).toEqual(['probe-1', 'probe-3']);
    const types = (await app.outbox(job.job_id)).map(({ type }) => type);
    expect(types).not.toContain('temperature.excursion');
  },
);

it('an excursion in the second vehicle is one of the parcels, and none before they came', async () => {
  const { job, other } = await twoVans();
  await job.transfer(other.id, moment(turn));
  await post(job, fine);
  await post(job, fineBefore, 'probe-3');
  await job.deliver(moment(30));
  app.clock.set(moment(40));
  expect(await sealOf(job)).toMatchObject({ result: 'excursion', min_c: -20 });
});

it('a box goes with its parcels, and stays where it was when it came there later', async () => {
  const { job, own, other } = await twoVans();
  const box = await own.createAsset({ identifier: 'box-of-transfer', kind: 'cool_box' });
  await own.bindAsset({ id: box.id, vehicle_id: job.fleet.vehicle.id, from: moment(0) });
  await own.bindAsset({ id: box.id, job_id: job.job_id, from: moment(0) });
  app.clock.set(moment(20));
  await job.transfer(other.id, moment(turn));
  const places = async () => (await own.listBindings({ id: box.id, kind: 'place' })).data;
  expect(await places()).toMatchObject([
    { vehicle_id: other.id, from: moment(turn), to: null },
    { vehicle_id: job.fleet.vehicle.id, to: moment(turn) },
  ]);
  await job.transfer(job.fleet.vehicle.id, moment(turn - 5));
  expect(await places()).toHaveLength(2);
});
