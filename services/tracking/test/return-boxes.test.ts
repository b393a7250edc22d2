/** Parcels that are brought back lie in the box in which they were. */
import { tracking } from '@svc/contracts';
import { expect, it } from 'vitest';
import { trackingTest } from './app.ts';
import { collected, fine, moment, post, returnOf, sealOf } from './collected-job.ts';

const app = trackingTest();
let labels = 0;

/** With a box around each of two probes; the parcels are in the first one when they go back. */
async function brought(isRepacked = false) {
  const job = await collected(app);
  const own = app.as(job.fleet.carrier);
  const box = async (device_id: string) => {
    labels += 1;
    const asset = await own.createAsset({ identifier: `back-${labels}`, kind: 'cool_box' });
    await own.bindAsset({ id: asset.id, device_id });
    return asset;
  };
  const [first, other] = [await box('probe-1'), await box('probe-2')];
  await own.bindAsset({ id: first.id, job_id: job.job_id });
  await post(job, fine);
  const frozen = fine.map(() => -20);
  await post(job, frozen, 'probe-2');
  const back = returnOf(job);
  await back.failed(moment(10));
  if (isRepacked) await own.bindAsset({ id: other.id, job_id: back.job_id, from: moment(5) });
  await back.made(moment(10));
  await back.delivered(moment(30));
  app.clock.set(moment(40));
  const cold_chain = await sealOf({ ...job, job_id: back.job_id });
  return { own, first, other, back, cold_chain };
}

it('the parcels of a return are certified by the probe of the box that they stay in', async () => {
  const { own, first, back, cold_chain } = await brought();
  expect(cold_chain).toMatchObject({ result: 'in_range', min_c: 4, coverage: 1 });
  const times = { from: moment(10), to: moment(30) };
  expect(cold_chain.boxes).toMatchObject([
    { asset_id: first.id, parcels: 2, ...times, probes: [{ device_id: 'probe-1', ...times }] },
  ]);
  const { data } = await own.listBindings({ id: first.id, kind: 'parcels' });
  expect(data).toMatchObject([
    { job_id: back.job_id, ...times, bound_by: 'driver:drv_1', ended_by: 'system' },
    { job_id: back.original, from: moment(0), to: moment(10), ended_by: 'system' },
  ]);
  const facts = (await app.outbox(back.job_id)).flatMap(({ type, internals }) =>
    type === 'binding.changed'
      ? [tracking.events[type].internals.parse(internals).custody.details]
      : [],
  );
  const begun = { binding: 'parcels', change: 'begun', probes: 'probe-1' };
  expect(facts).toMatchObject([{ ...begun, identifier: first.identifier }]);
});

it('the parcels of a return lie where they were put for it, if that was recorded before', async () => {
  const { other, cold_chain } = await brought(true);
  expect(cold_chain).toMatchObject({ result: 'excursion', min_c: -20 });
  expect(cold_chain.boxes).toMatchObject([{ asset_id: other.id, from: moment(10) }]);
});
