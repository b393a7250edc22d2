/** Assets that stand in others: bag into crate into cage, by the desk, by phone, and over transfers. */
import { type Asset, tracking } from '@svc/contracts';
import { refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { trackingTest } from './app.ts';
import { type Collected, collected, fine, moment, post, sealOf } from './collected-job.ts';
import { heldJob } from './job-events.ts';

const app = trackingTest();
let labels = 0;

/** A job in a van, a second van, and a bag in a crate in a cage with the parcels in the bag. */
async function yard() {
  const job = await collected(app);
  const { carrier, vehicle } = job.fleet;
  const own = app.as(carrier);
  const unit = (kind: Asset['kind']) => {
    labels += 1;
    return own.createAsset({ identifier: `${kind}-${labels}`, kind });
  };
  const [bag, crate, cage] = [await unit('tote'), await unit('tote'), await unit('cage')];
  const other = await own.createVehicle({ registration: `CB ${carrier}` });
  const put = (inner: Asset, outer: Asset, more: object = {}) =>
    own.bindAsset({ id: inner.id, in_asset_id: outer.id, ...more });
  const call = (action: 'bindAsset' | 'packBox', input: object) =>
    app.call(action, input, { tenant: carrier });
  const placeOf = async ({ id }: Asset) => {
    const { in_asset_id, vehicle_id, site_id, asset_ids } = await own.getAsset({ id });
    return { in_asset_id, vehicle_id, site_id, asset_ids };
  };
  return { job, own, unit, bag, crate, cage, van: vehicle, other, put, call, placeOf, carrier };
}
/** With the parcels in the bag, in the crate, in the cage, in the van. */
async function loaded() {
  const known = await yard();
  const { own, job, bag, crate, cage, van, put } = known;
  await own.bindAsset({ id: cage.id, vehicle_id: van.id });
  await put(bag, crate);
  await put(crate, cage);
  await own.bindAsset({ id: bag.id, job_id: job.job_id });
  return known;
}
const factsOf = async (jobId: string) =>
  (await app.outbox(jobId)).flatMap(({ type, internals }) =>
    type === 'binding.changed'
      ? [tracking.events[type].internals.parse(internals).custody.details ?? {}]
      : [],
  );
const nothing = { in_asset_id: null, vehicle_id: null, site_id: null, asset_ids: [] };

describe('an asset in another', () => {
  it('is where the outermost is, and each shows what stands in it', async () => {
    const { bag, crate, cage, van, placeOf, own } = await loaded();
    const there = { ...nothing, vehicle_id: van.id };
    expect(await placeOf(cage)).toEqual({ ...there, asset_ids: [crate.id] });
    const inCage = { ...there, in_asset_id: cage.id, asset_ids: [bag.id] };
    expect(await placeOf(crate)).toEqual(inCage);
    expect(await placeOf(bag)).toEqual({ ...there, in_asset_id: crate.id });
    const { data } = await own.listAssets({ vehicle_id: van.id });
    expect(data.map(({ id }) => id).toSorted()).toEqual([bag.id, crate.id, cage.id].toSorted());
    expect(new Set(data.map(({ state }) => state))).toEqual(new Set(['in_use']));
  });

  it('moves along with the outermost, and its chain has where it went', async () => {
    const { job, own, bag, crate, cage, other, placeOf } = await loaded();
    await own.bindAsset({ id: cage.id, vehicle_id: other.id, replace: true });
    expect(await placeOf(bag)).toMatchObject({ in_asset_id: crate.id, vehicle_id: other.id });
    await own.bindAsset({ id: cage.id, site_id: 'cli-0', replace: true });
    expect(await placeOf(bag)).toMatchObject({ vehicle_id: null, site_id: 'cli-0' });
    const facts = await factsOf(job.job_id);
    expect(facts[0]).toMatchObject({
      ...{ binding: 'parcels', identifier: bag.identifier, into: crate.identifier },
      ...{ in_asset_id: crate.id, vehicle_id: job.fleet.vehicle.id },
    });
    const moves = facts.filter(({ binding, change }) => binding === 'place' && change === 'begun');
    expect(moves).toMatchObject([
      { identifier: cage.identifier, vehicle_id: other.id },
      { identifier: cage.identifier, site_id: 'cli-0' },
    ]);
    expect(moves.flatMap(({ into }) => into ?? [])).toEqual([]);
  });

  it('is taken out by its own place, and the chain names what it was in', async () => {
    const { job, own, bag, crate, other, placeOf } = await loaded();
    await own.bindAsset({ id: bag.id, vehicle_id: other.id, replace: true });
    expect(await placeOf(bag)).toEqual({ ...nothing, vehicle_id: other.id });
    expect((await placeOf(crate)).asset_ids).toEqual([]);
    expect((await factsOf(job.job_id)).slice(-2)).toMatchObject([
      { change: 'ended', identifier: bag.identifier, into: crate.identifier },
      { change: 'begun', identifier: bag.identifier, vehicle_id: other.id },
    ]);
  });

  it('has no place when the outermost has none', async () => {
    const { bag, crate, put, placeOf } = await yard();
    await put(bag, crate);
    expect(await placeOf(bag)).toEqual({ ...nothing, in_asset_id: crate.id });
  });
});

describe('an asset is refused in another', () => {
  it('that is itself, stands in it, or is the fifth', async () => {
    const { bag, cage, unit, put, call } = await loaded();
    const nested = refused('asset_nested');
    const into = (inner: Asset, outer: Asset) =>
      call('bindAsset', { id: inner.id, in_asset_id: outer.id, replace: true });
    expect(await into(bag, bag)).toEqual(nested);
    expect(await into(cage, bag)).toEqual(nested);
    const [container, ship] = [await unit('cage'), await unit('cage')];
    await put(cage, container, { replace: true });
    expect(await into(container, ship)).toEqual(nested);
    expect(await into(ship, bag)).toEqual(nested);
  });

  it('that is absent, or of another carrier, in quarantine, or while it is elsewhere', async () => {
    const { bag, crate, cage, own, put, call } = await yard();
    const foreign = await (await yard()).unit('cage');
    for (const in_asset_id of ['ast_absent', foreign.id]) {
      const reply = await call('bindAsset', { id: bag.id, in_asset_id });
      expect(reply).toEqual(refused('unknown_asset'));
    }
    await put(bag, crate);
    const twice = await call('bindAsset', { id: bag.id, in_asset_id: cage.id });
    expect(twice).toEqual(refused('box_in_use', { detail: expect.stringContaining(crate.id) }));
    await own.updateAsset({ id: cage.id, state: 'quarantined' });
    const unusable = await call('bindAsset', { id: crate.id, in_asset_id: cage.id });
    expect(unusable).toEqual(refused('asset_unusable'));
  });

  it('by one of two who put each into the other at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { bag, crate, call } = await yard();
      const replies = await Promise.all([
        call('bindAsset', { id: bag.id, in_asset_id: crate.id }),
        call('bindAsset', { id: crate.id, in_asset_id: bag.id }),
      ]);
      expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(1);
      expect(replies).toContainEqual(refused('asset_nested'));
    }
  });

  it('in a time that has passed, where it would have been a ring then', async () => {
    const { bag, crate, put, own, call } = await yard();
    const { id } = await put(bag, crate, { from: moment(0) });
    app.clock.set(moment(20));
    await own.endBinding({ id, to: moment(10) });
    const late = { id: crate.id, in_asset_id: bag.id };
    expect(await call('bindAsset', { ...late, from: moment(5) })).toEqual(refused('asset_nested'));
    expect(await call('bindAsset', { ...late, from: moment(10) })).toMatchObject({ ok: {} });
  });
});

describe('a courier', () => {
  const said = ({ job_id }: Collected, { identifier }: Asset) => ({
    ...{ id: job_id, identifier, courier_id: 'drv_1' },
  });

  it('puts parcels into a bag and the bag into a cage, which is in the van then', async () => {
    const { job, own, bag, cage, van, placeOf } = await yard();
    const into = cage.identifier.toLowerCase();
    await own.packBox({ ...said(job, bag), into });
    expect(await placeOf(bag)).toMatchObject({ in_asset_id: cage.id, vehicle_id: van.id });
    const [fact] = (await factsOf(job.job_id)).filter(({ binding }) => binding === 'parcels');
    expect(fact).toMatchObject({ into: cage.identifier, vehicle_id: van.id });
    const { boxes, whole } = await own.boxesOfCourier({ job_ids: [job.job_id], site_ids: [] });
    expect(boxes).toMatchObject([{ identifier: bag.identifier, units: [cage.identifier] }]);
    expect(whole).toEqual([cage.identifier]);
  });

  it('who scans a bag again leaves it in the crate that is in the van', async () => {
    const { job, own, bag, crate, placeOf } = await loaded();
    const taken = await own.packBox({ ...said(job, bag), empty: true });
    expect(taken).toMatchObject({ kind: 'place', in_asset_id: crate.id });
    await own.packBox(said(job, bag));
    expect((await placeOf(bag)).in_asset_id).toBe(crate.id);
  });

  it('is refused for a cage that is absent, or for a bag in itself', async () => {
    const { job, bag, call } = await yard();
    const into = (label: string) => call('packBox', { ...said(job, bag), into: label });
    expect(await into('ABSENT')).toEqual(refused('unknown_asset'));
    expect(await into(bag.identifier)).toEqual(refused('asset_nested'));
  });

  it('is not asked to take a cage along while a bag in it has parcels', async () => {
    const { own, job, cage } = await loaded();
    await own.bindAsset({ id: cage.id, site_id: 'cli-0', replace: true });
    await own.updateAsset({ id: cage.id, state: 'due_for_return' });
    const asked = { job_ids: [], site_ids: ['cli-0'] };
    expect((await own.boxesOfCourier(asked)).take_along).toEqual([]);
    await job.deliver(moment(30));
    expect((await own.boxesOfCourier(asked)).take_along).toMatchObject([
      { identifier: cage.identifier },
    ]);
  });
});

describe('a transfer', () => {
  it('takes a scanned cage along with all in it, once', async () => {
    const { job, own, bag, crate, cage, other, placeOf } = await loaded();
    app.clock.set(moment(20));
    await job.transfer(other.id, moment(10), `${cage.identifier} ${crate.identifier} UNKNOWN`);
    expect(await placeOf(bag)).toMatchObject({ in_asset_id: crate.id, vehicle_id: other.id });
    expect(await placeOf(crate)).toMatchObject({ in_asset_id: cage.id, vehicle_id: other.id });
    const { data } = await own.listBindings({ id: cage.id, kind: 'place' });
    expect(data).toMatchObject([{ vehicle_id: other.id, from: moment(10), to: null }, {}]);
  });

  it('takes the bag out of a cage that was not scanned', async () => {
    const { job, bag, crate, van, other, placeOf } = await loaded();
    app.clock.set(moment(20));
    await job.transfer(other.id, moment(10));
    expect(await placeOf(bag)).toMatchObject({ in_asset_id: null, vehicle_id: other.id });
    expect(await placeOf(crate)).toMatchObject({ vehicle_id: van.id, asset_ids: [] });
  });

  it('moves no unit without parcels of the job', async () => {
    const { job, own, unit, van, other, placeOf } = await loaded();
    const stranger = await unit('cage');
    await own.bindAsset({ id: stranger.id, vehicle_id: van.id });
    app.clock.set(moment(20));
    await job.transfer(other.id, moment(10), stranger.identifier);
    expect((await placeOf(stranger)).vehicle_id).toBe(van.id);
  });

  it('names as whole the outermost that holds these jobs alone', async () => {
    const { job, own, crate, cage, van, carrier, unit, put } = await loaded();
    const guest = `guest_${labels}`;
    heldJob({ id: guest, class: '2-8C', tenant: carrier, vehicle_id: van.id });
    const bag = await unit('tote');
    await put(bag, cage);
    await own.bindAsset({ id: bag.id, job_id: guest });
    const wholeOf = async (...job_ids: string[]) =>
      (await own.boxesOfCourier({ job_ids, site_ids: [] })).whole;
    expect(await wholeOf(job.job_id)).toEqual([crate.identifier]);
    expect(await wholeOf(guest)).toEqual([]);
    expect(await wholeOf(job.job_id, guest)).toEqual([cage.identifier]);
  });
});

describe('the cold chain of parcels in a bag in a cage', () => {
  it.each([
    ['the probe of the bag, and not by that of the cage', 'probe-1', 'probe-2', 'in_range'],
    ['nothing, while the cage alone has a probe', undefined, 'probe-2', 'insufficient_data'],
  ] as const)('is certified by %s', async (_, inBag, inCage, result) => {
    const { job, own, bag, cage } = await loaded();
    if (inBag) await own.bindAsset({ id: bag.id, device_id: inBag });
    await own.bindAsset({ id: cage.id, device_id: inCage });
    await post(job, fine);
    await post(job, inBag ? fine.map(() => -20) : fine, inCage);
    await job.deliver(moment(30));
    app.clock.set(moment(40));
    expect(await sealOf(job)).toMatchObject({ result });
  });

  it('goes on when the cage takes the probe to another van', async () => {
    const { job, own, bag, cage, other } = await loaded();
    await own.bindAsset({ id: bag.id, device_id: 'probe-1' });
    await post(job, fine.slice(0, 11));
    await own.bindAsset({ id: cage.id, vehicle_id: other.id, replace: true });
    const devices = (await own.listDevices({})).data;
    expect(devices.find(({ device_id }) => device_id === 'probe-1')?.vehicle_id).toBe(other.id);
    await post(job, fine);
    await job.deliver(moment(30));
    app.clock.set(moment(40));
    expect(await sealOf(job)).toMatchObject({ result: 'in_range', coverage: 1 });
  });
});
