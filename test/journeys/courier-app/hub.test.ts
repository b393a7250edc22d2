/** A job of three legs over a hub: in by its keeper's phone, out by that of the next courier. */
import { until } from '@svc/devnet';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { newRegistration, noProof } from '../desk.ts';
import { appUnderTest, chromium } from './app-under-test.ts';
import { chainOf } from './courier-stand.ts';
import { expectEmpty, expectGood, type Handset, picture } from './handset.ts';

const seal = 'SL-00777';

describe.skipIf(chromium === undefined)('a job over hubs', () => {
  const app = appUnderTest();
  const newHub = async (site: string) => {
    const keeper = await app.stand.newDriver();
    const plate = `HUB ${newRegistration().slice(-6)}`;
    const { tracking } = app.stand.desk;
    const hub = await tracking.createVehicle({ registration: plate, hub_site_id: site });
    await tracking.updateDriver({ id: keeper.id, hub_id: hub.id });
    return { ...hub, keeper };
  };
  const codeOn = (page: Page) =>
    page
      .locator('.qr svg')
      .first()
      .evaluate((each) => each.dataset.code ?? '');
  const open = async ({ page }: Handset, side: string) => {
    await page().goto(`${app.stand.origin}/app/`);
    await page().getByText('Parcels change hands').click();
    await page().getByRole('link', { name: side, exact: true }).click();
  };
  /** The code of the one who gives, who reports nothing more. */
  const shownBy = async (giver: Handset) => {
    await open(giver, 'Give to another courier');
    await giver.page().locator('.qr svg').first().waitFor();
    return codeOn(giver.page());
  };
  const take = async (taker: Handset, code: string, entries: Record<string, string>) => {
    await open(taker, 'Take over');
    const page = taker.page();
    await page.getByLabel('Or type the code').fill(code);
    await page.getByLabel('Or type the code').press('Tab');
    await page.getByLabel('Seals', { exact: true }).fill(entries.Seals ?? seal);
    for (const [label, text] of Object.entries(entries)) await page.getByLabel(label).fill(text);
  };
  const record = async (taker: Handset) => {
    await taker.page().getByRole('button', { name: 'Record for' }).click();
    await expectEmpty(taker);
  };

  it('three legs by two couriers: expected against received, one chain, each probe its time', async () => {
    const { desk, sender, newDriver } = app.stand;
    const [first, second] = [await newDriver(), await newDriver()];
    const [north, south] = [await newHub('site_demo_cli-0'), await newHub('site_demo_lab-0')];
    const job = await first.job({ requirements: noProof, parcels: 2 });
    const by = (driver: typeof first) => ({ driver_id: driver.id, vehicle_id: driver.vehicle.id });
    await desk.jobs.planLegs({
      id: job.id,
      legs: [
        { hub_id: north.id, share_percent: 30 },
        { hub_id: south.id, ...by(second), share_percent: 50 },
        { hub_id: null, ...by(first), share_percent: 20 },
      ],
    });
    const taken = { seal, parcels_scanned: 2, box_temperature_c: 4.2 };
    await desk.jobs.reachMilestone({ id: job.id, type: 'collect', ...taken });
    const phones = await Promise.all(
      [first, north.keeper, second].map((driver) => app.newHandset(driver)),
    );
    const [one, keeper, two] = phones;
    if (!one || !keeper || !two) throw new Error('three phones');
    const atNorth = () => desk.jobs.getHub({ id: north.id });
    expect((await atNorth()).expected).toMatchObject([{ ref: job.ref, parcels: 2 }]);

    const [parcel] = (await desk.jobs.runOfCourier({ courier_id: north.keeper.id })).expected;
    await keeper.page().getByText('Expected at').waitFor();
    const code = await shownBy(one);
    await keeper.goOffline();
    await take(keeper, code, { Parcels: parcel?.codes[0] ?? '' });
    await picture(keeper.page(), 'app-hub');
    await keeper.page().getByLabel('Parcels', { exact: true }).fill('P-OF-ANOTHER');
    await keeper.page().getByRole('button', { name: 'Record for' }).click();
    await keeper.page().getByText('On none of these jobs: P-OF-ANOTHER').waitFor();
    await expectGood(keeper.page());
    await keeper
      .page()
      .getByLabel('Parcels', { exact: true })
      .fill(parcel?.codes[0] ?? '');
    await keeper.page().getByRole('button', { name: 'Record for' }).click();
    await keeper.goOnline();
    await expectEmpty(keeper);
    expect((await atNorth()).present).toMatchObject([{ parcels: 2, parcels_scanned: 1 }]);

    await two.page().reload();
    await two.page().getByText('Take over at').waitFor();
    await take(two, await shownBy(keeper), { 'Registration of your': second.vehicle.registration });
    await record(two);
    expect((await atNorth()).sent_on).toMatchObject([{ driver_first_name: 'Naledi' }]);

    const desked = { id: job.id, reason: 'The keeper has no phone yet.' };
    const to = { driver_id: south.keeper.id, vehicle_id: south.id };
    await desk.jobs.transfer({ ...desked, ...to });
    await desk.jobs.transfer({ ...desked, ...by(first) });
    await desk.jobs.reachMilestone({
      ...{ id: job.id, type: 'deliver', seal, recipient: 'Reception', id_check: 'not_required' },
    });
    const { legs } = await sender.jobs.get({ id: job.id });
    expect(legs.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
    const events = await until(
      async () => {
        const all = await chainOf(app.stand, job.id);
        return all.some(({ type }) => type === 'delivered') ? all : undefined;
      },
      { timeoutMs: 30_000, what: 'the hand-over in the chain' },
    );
    const holders = events
      .filter(({ type }) => type === 'transferred')
      .map(({ details }) => [details?.from_driver_id, details?.to_driver_id]);
    const road = [first, north.keeper, second, south.keeper, first].map(({ id }) => id);
    expect(holders).toEqual(road.slice(1).map((to_, n) => [road[n], to_]));
    const signed = events.flatMap(({ details }) => details?.device_id ?? []);
    expect(new Set(signed).size).toBe(2);
    expect(phones.flatMap(({ complaints }) => complaints)).toEqual([]);
    await Promise.all(phones.map((phone) => phone.close()));
  });

  it('a crate in a cage goes out of a hub with all in it by one scan', async () => {
    const { desk, newDriver } = app.stand;
    const [first, second] = [await newDriver(), await newDriver()];
    const north = await newHub('site_demo_cli-0');
    const out = { driver_id: second.id, vehicle_id: second.vehicle.id };
    const seals = ['SL-00801', 'SL-00802'];
    const ids: string[] = [];
    for (const own of seals) {
      const { id } = await first.job({ requirements: noProof, parcels: 2 });
      const legs = [
        { hub_id: north.id, share_percent: 50 },
        { hub_id: null, ...out, share_percent: 50 },
      ];
      await desk.jobs.planLegs({ id, legs });
      const collected = { seal: own, parcels_scanned: 2, box_temperature_c: 4.2 };
      await desk.jobs.reachMilestone({ id, type: 'collect', ...collected });
      ids.push(id);
    }
    const into = { driver_id: north.keeper.id, vehicle_id: north.id };
    for (const id of ids) {
      await desk.jobs.transfer({ id, ...into, reason: 'The keeper has no phone yet.' });
    }

    const unit = (kind: 'tote' | 'cage') => {
      const identifier = `${kind}-${newRegistration()}`.replaceAll(' ', '-');
      return desk.tracking.createAsset({ identifier, kind });
    };
    const [crate, cage] = [await unit('tote'), await unit('cage')];
    await desk.tracking.bindAsset({ id: cage.id, vehicle_id: north.id });
    await desk.tracking.bindAsset({ id: crate.id, in_asset_id: cage.id });
    const bags: string[] = [];
    for (const id of ids) {
      const { id: bag, identifier } = await unit('tote');
      const packed = { id, identifier, into: crate.identifier, courier_id: north.keeper.id };
      await desk.tracking.packBox(packed);
      bags.push(bag);
    }

    const [keeper, two] = [await app.newHandset(north.keeper), await app.newHandset(second)];
    await two.page().getByText('Take over at').waitFor();
    const units = 'Boxes, crates or cages';
    await take(two, await shownBy(keeper), {
      ...{ Seals: seals.join('\n'), [units]: 'CAGE-OF-ANOTHER' },
      'Registration of your': second.vehicle.registration,
    });
    await two.page().getByRole('button', { name: 'Record for' }).click();
    await two.page().getByText('On none of these jobs: CAGE-OF-ANOTHER').waitFor();
    await two.page().getByLabel(units).fill(cage.identifier);
    await record(two);

    await until(
      async () => (await desk.jobs.getHub({ id: north.id })).sent_on.length === seals.length,
      { timeoutMs: 30_000, what: 'both jobs to be sent on' },
    );
    const placesOf = () => Promise.all(bags.map((id) => desk.tracking.getAsset({ id })));
    await until(
      async () => (await placesOf()).every(({ vehicle_id }) => vehicle_id === second.vehicle.id),
      { timeoutMs: 30_000, what: 'the bags to be in the van of the second courier' },
    );
    expect(await placesOf()).toMatchObject(bags.map(() => ({ in_asset_id: crate.id })));
    for (const id of ids) {
      const moved = await until(
        async () => (await chainOf(app.stand, id)).findLast(({ type }) => type === 'transferred'),
        { timeoutMs: 30_000, what: 'the change of holder in the chain' },
      );
      expect(moved.details).toMatchObject({
        ...{ from_driver_id: north.keeper.id, to_driver_id: second.id, units: cage.identifier },
      });
      const scans = (await chainOf(app.stand, id)).filter(({ type }) => type === 'scanned');
      expect(scans.at(-1)?.details).toMatchObject({ transfer: 'take', parcels_scanned: 2 });
    }
    expect([keeper, two].flatMap(({ complaints }) => complaints)).toEqual([]);
    await Promise.all([keeper.close(), two.close()]);
  });
});
