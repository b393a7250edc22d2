/** Boxes and their bindings, and what they decide about the cold chain of parcels in them. */
import { type Asset, tracking } from '@svc/contracts';
import { newTenant, refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { trackingTest } from './app.ts';
import {
  type Collected,
  collected as collectedOn,
  fine,
  moment,
  post,
  sealOf,
} from './collected-job.ts';
import { heldJob } from './job-events.ts';

const app = trackingTest();
let labels = 0;

/** A job whose van carries two boxes with a probe each. */
async function packed() {
  const job = await collectedOn(app);
  const { carrier } = job.fleet;
  const own = app.as(carrier);
  const box = async (device_id: string) => {
    labels += 1;
    const asset = await own.createAsset({ identifier: `box-${labels}`, kind: 'cool_box' });
    await own.bindAsset({ id: asset.id, device_id });
    return asset;
  };
  const [first, other] = [await box('probe-1'), await box('probe-2')];
  await own.bindAsset({ id: first.id, job_id: job.job_id });
  return { job, carrier, own, first, other };
}
const delivered = async (job: Collected) => {
  await job.deliver(moment(30));
  app.clock.set(moment(40));
  return sealOf(job);
};
const asBox = ({ identifier, kind }: Asset) => ({ identifier, kind });
const frozen = fine.map(() => -20);
const factsOf = async (jobId: string) =>
  (await app.outbox(jobId))
    .filter(({ type }) => type === 'binding.changed')
    .map(
      ({ internals }) =>
        tracking.events['binding.changed'].internals.parse(internals).custody.details,
    );

describe('parcels in a box', () => {
  it('are certified by its probe, and by no neighbour', async () => {
    const { job, first, own } = await packed();
    await post(job, fine);
    await post(job, frozen, 'probe-2');
    const cold_chain = await delivered(job);
    expect(cold_chain).toMatchObject({ result: 'in_range', min_c: 4, coverage: 1 });
    expect(cold_chain.sensors.map(({ device_id }) => device_id)).toEqual(['probe-1']);
    const times = { from: moment(0), to: moment(30) };
    expect(cold_chain.boxes).toEqual([
      {
        ...{ asset_id: first.id, identifier: first.identifier, kind: 'cool_box', parcels: 2 },
        ...{ ...times, probes: [{ device_id: 'probe-1', ...times }] },
      },
    ]);
    const types = (await app.outbox(job.job_id)).map(({ type }) => type);
    expect(types).not.toContain('temperature.excursion');
    const { data } = await own.listBindings({ id: first.id, kind: 'parcels' });
    expect(data).toMatchObject([{ to: moment(30), ended_by: 'system' }]);
    expect((await own.getAsset({ id: first.id })).state).toBe('in_use');
  });

  it('are not certified by a neighbour whose box is fine, when their own probe dies', async () => {
    const { job } = await packed();
    await post(job, fine.slice(0, 6));
    await post(job, fine, 'probe-2');
    expect(await delivered(job)).toMatchObject({ result: 'insufficient_data', coverage: 0.1666 });
  });

  it('keep their probe when the box goes to another van', async () => {
    const { job, own, first } = await packed();
    await post(job, fine.slice(0, 11));
    const other = await own.createVehicle({ registration: `CA ${first.identifier}` });
    await own.bindAsset({ id: first.id, vehicle_id: other.id });
    expect(await own.getAsset({ id: first.id })).toMatchObject({
      ...{ vehicle_id: other.id, device_ids: ['probe-1'], job_ids: [job.job_id] },
    });
    await post(job, fine);
    expect(await delivered(job)).toMatchObject({ result: 'in_range', coverage: 1, max_c: 6 });
    expect(await factsOf(job.job_id)).toMatchObject([
      { binding: 'parcels', change: 'begun', parcels: 2, probes: 'probe-1' },
      { binding: 'place', change: 'begun', vehicle_id: other.id },
    ]);
  });

  it('have a certified time in which nothing changes any more', async () => {
    const { job, own, first, other } = await packed();
    await post(job, fine);
    await delivered(job);
    const probe = (await own.listBindings({ id: first.id, kind: 'probe' })).data[0]?.id ?? '';
    const as = { tenant: job.fleet.carrier };
    const certified = refused('certified_time');
    const late = { id: other.id, job_id: job.job_id, from: moment(10), replace: true };
    expect(await app.call('bindAsset', late, as)).toEqual(certified);
    expect(await app.call('endBinding', { id: probe, to: moment(20) }, as)).toEqual(certified);
    await own.endBinding({ id: probe, to: moment(31) });
  });
});

describe('parcels without a box', () => {
  it('do not depend on a probe that is in a box', async () => {
    const job = await collectedOn(app);
    const own = app.as(job.fleet.carrier);
    labels += 1;
    const asset = { identifier: `box-${labels}`, kind: 'cool_box' } as const;
    const { id } = await own.createAsset(asset);
    await own.createDevice({
      device_id: 'probe-2',
      vehicle_id: job.fleet.vehicle.id,
      asset_id: id,
    });
    await post(job, fine);
    await post(job, frozen, 'probe-2');
    const cold_chain = await delivered(job);
    expect(cold_chain).toMatchObject({ result: 'in_range', min_c: 4 });
    expect(cold_chain.boxes).toBeUndefined();
  });

  it.each([
    ['none, while a parcel of another range lies open beside them', 1, 'insufficient_data'],
    ['their vehicle, while all of another range lie in a box', 2, 'in_range'],
  ] as const)('are judged by a device without a class of %s', async (_, boxed, result) => {
    const job = await collectedOn(app);
    const { carrier, vehicle } = job.fleet;
    labels += 1;
    const id = `guest_${labels}`;
    const guest = heldJob({ id, class: 'frozen', tenant: carrier, vehicle_id: vehicle.id });
    await app.deliver('jobs', [guest.collected(moment(0))], carrier);
    const own = app.as(carrier);
    const box = await own.createAsset({ identifier: `box-${labels}`, kind: 'cool_box' });
    const parcels = ['1', '2'].slice(0, boxed);
    await own.bindAsset({ id: box.id, job_id: id, parcels, from: moment(0) });
    await post(job, fine);
    expect(await delivered(job)).toMatchObject({ result });
  });
});

describe('a courier', () => {
  const pack = async () => {
    const { job, own, first, carrier } = await packed();
    labels += 1;
    const { id, identifier } = await own.createAsset({
      identifier: `tote-${labels}`,
      kind: 'tote',
    });
    const said = { id: job.job_id, identifier, courier_id: 'drv_1', at: moment(5) };
    app.clock.set(moment(9));
    return { job, own, first, id, said, as: { tenant: carrier } };
  };

  it('puts parcels in another box, which travels in the van of the job', async () => {
    const { own, first, id, said } = await pack();
    const bound = await own.packBox(said);
    expect(bound).toMatchObject({ asset_id: id, from: moment(5), bound_by: 'driver:drv_1' });
    expect(await own.packBox(said)).toEqual(bound);
    const { data } = await own.listBindings({ id: first.id, kind: 'parcels' });
    expect(data).toMatchObject([{ to: moment(5), ended_by: 'driver:drv_1' }]);
    expect(await own.getAsset({ id })).toMatchObject({
      vehicle_id: expect.stringMatching(/^veh_/),
    });
  });

  it('takes an empty box along, which then waits at its site no more', async () => {
    const { job, own, first, id, said } = await pack();
    await own.bindAsset({ id, site_id: 'cli-0' });
    const asked = { job_ids: [job.job_id], site_ids: ['cli-0'] };
    const inside = { ...asBox(first), job_id: job.job_id, parcels: 2, codes: null, units: [] };
    const at = { boxes: [inside], take_along: [], whole: [] };
    expect(await own.boxesOfCourier(asked)).toEqual(at);
    await own.updateAsset({ id, state: 'due_for_return' });
    const take_along = [{ identifier: said.identifier, kind: 'tote', site_id: 'cli-0' }];
    expect(await own.boxesOfCourier(asked)).toEqual({ ...at, take_along });
    const taken = await own.packBox({ ...said, at: moment(9), empty: true });
    expect(taken).toMatchObject({ kind: 'place', vehicle_id: expect.any(String) });
    expect(await own.boxesOfCourier(asked)).toEqual(at);
  });

  it('is refused for a job of another courier, and for a box in quarantine', async () => {
    const { own, id, said, as } = await pack();
    const foreign = { ...said, courier_id: 'drv_2' };
    expect(await app.call('packBox', foreign, as)).toEqual(refused('job_not_found'));
    await own.updateAsset({ id, state: 'quarantined' });
    expect(await app.call('packBox', said, as)).toEqual(refused('asset_unusable'));
    expect((await own.listBindings({ id })).data).toEqual([]);
  });
});

it('two who bind one probe at the same time bind it once', async () => {
  const { own, first, other, carrier } = await packed();
  const device_id = 'probe-3';
  const { id: vehicle_id } = await own.createVehicle({ registration: `GP ${carrier}` });
  await own.createDevice({ device_id, vehicle_id });
  const replies = await Promise.all(
    [first, other].map(({ id }) => app.call('bindAsset', { id, device_id }, { tenant: carrier })),
  );
  expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(1);
  expect(replies).toContainEqual(refused('binding_overlaps'));
});

it('assets of another carrier are not there', async () => {
  const { first } = await packed();
  const foreign = app.as(newTenant());
  expect((await foreign.listAssets({})).data).toEqual([]);
  const as = { tenant: newTenant() };
  expect(await app.call('getAsset', { id: first.id }, as)).toEqual(refused('asset_not_found'));
});

describe('the file of a logger without network', () => {
  const rowsOf = (celsius: readonly number[], first = 0) =>
    celsius.map((value, n) => `2026-11-02 ${11}:${String(first + n).padStart(2, '0')},${value}`);
  const logged = async (deliver = true) => {
    const { job, own, carrier } = await packed();
    labels += 1;
    const asset = await own.createAsset({ identifier: `box-${labels}`, kind: 'cool_box' });
    const { id: vehicle_id } = await own.createVehicle({ registration: `LG ${carrier}` });
    await own.createDevice({ device_id: 'LOG-7', vehicle_id });
    await own.bindAsset({ id: asset.id, device_id: 'LOG-7' });
    await own.bindAsset({ id: asset.id, job_id: job.job_id, replace: true, from: moment(0) });
    if (deliver) await delivered(job);
    const file = { id: asset.id, device_id: 'LOG-7', calibrated_until: '2027-06-30' };
    return { job, own, asset, file, as: { tenant: carrier } };
  };
  const decidedOf = async (jobId: string) =>
    (await app.outbox(jobId))
      .filter(({ type }) => type === 'cold_chain.decided')
      .map(
        ({ internals }) =>
          tracking.events['cold_chain.decided'].internals.parse(internals).cold_chain,
      );

  it('certifies parcels that nobody had measured, and says who uploaded it', async () => {
    const { job, own, file } = await logged();
    const content = ['Date,Value', ...rowsOf(fine), ...rowsOf([9, 9], 40)].join('\n');
    const stored = await own.uploadLoggerFile({ ...file, content });
    expect(stored).toMatchObject({ readings: 33, ignored: 0, from: moment(0) });
    expect(stored.jobs).toMatchObject([{ job_id: job.job_id, result: 'in_range' }]);
    const [cold_chain] = await decidedOf(job.job_id);
    expect(cold_chain).toMatchObject({
      ...{ result: 'in_range', coverage: 1, max_c: 6 },
      files: [{ device_id: 'LOG-7', sha256: stored.sha256, uploaded_by: 'desk:cli_test' }],
    });
    expect(await own.uploadLoggerFile({ ...file, content })).toEqual(stored);
    expect((await own.listLoggerFiles({ id: file.id })).data).toEqual([stored]);
    expect(await decidedOf(job.job_id)).toHaveLength(1);
    expect(await job.own.temperature({ id: job.job_id })).toMatchObject({ result: 'in_range' });
  });

  it('tells of an excursion that it shows', async () => {
    const { job, own, file } = await logged();
    const content = rowsOf(fine.map((value, n) => (n > 9 && n < 20 ? 11 : value))).join('\n');
    await own.uploadLoggerFile({ ...file, content });
    const types = (await app.outbox(job.job_id)).map(({ type }) => type);
    expect(types.slice(-2)).toEqual(['temperature.excursion', 'cold_chain.decided']);
    expect((await decidedOf(job.job_id))[0]).toMatchObject({ result: 'excursion', max_c: 11 });
  });

  it('is part of the first certificate if it comes before', async () => {
    const { job, own, file } = await logged(false);
    app.clock.set(moment(31));
    const { jobs } = await own.uploadLoggerFile({ ...file, content: rowsOf(fine).join('\n') });
    expect(jobs).toMatchObject([{ result: null }]);
    expect(await delivered(job)).toMatchObject({
      result: 'in_range',
      files: [{ device_id: 'LOG-7' }],
    });
  });

  it('of another box, or another time, is refused with where the logger was', async () => {
    const { own, asset, file, as } = await logged(false);
    labels += 1;
    const other = await own.createAsset({ identifier: `box-${labels}`, kind: 'cool_box' });
    const content = rowsOf(fine).join('\n');
    const detail = expect.stringContaining(asset.identifier);
    const wrong = { ...file, id: other.id, content };
    expect(await app.call('uploadLoggerFile', wrong, as)).toEqual(refused('wrong_box', { detail }));
    const early = { ...file, content: '2026-11-01 10:00,4\n' };
    expect(await app.call('uploadLoggerFile', early, as)).toEqual(refused('wrong_box'));
  });
});

it('parcels that are reported late are in their box until the hand-over, and no longer', async () => {
  const { job, own, other, carrier } = await packed();
  await job.deliver(moment(30));
  app.clock.set(moment(31));
  const late = { id: other.id, job_id: job.job_id, replace: true };
  const as = { tenant: carrier };
  expect(await app.call('bindAsset', { ...late, from: moment(30) }, as)).toEqual(
    refused('invalid_time'),
  );
  const bound = await own.bindAsset({ ...late, from: moment(20) });
  expect(bound).toMatchObject({ from: moment(20), to: moment(30), ended_by: 'system' });
});
