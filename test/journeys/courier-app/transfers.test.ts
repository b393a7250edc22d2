/** A van breaks down: its parcels go to another courier by two phones without a network. */
import { until } from '@svc/devnet';
import { verifyBundle } from '@svc/proof/verify/bundle';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { takeScreenshot } from '../../pages/screenshot.ts';
import { noProof } from '../desk.ts';
import { appUnderTest, chromium } from './app-under-test.ts';
import { type BookedJob, chainOf, type Driver } from './courier-stand.ts';
import { expectEmpty, expectGood, type Handset, picture } from './handset.ts';

const jobsOnBoard = 10;
const parcelsEach = 4;

describe.skipIf(chromium === undefined)('parcels that change hands', () => {
  const app = appUnderTest();
  const sealOf = (n: number) => `SL-${2000 + n}`;
  const loaded = async (driver: Driver) => {
    const jobs: BookedJob[] = [];
    for (let n = 0; n < jobsOnBoard; n += 1) {
      const job = await driver.job({ requirements: noProof, parcels: parcelsEach });
      const taken = { seal: sealOf(n), parcels_scanned: parcelsEach, box_temperature_c: 4.2 };
      await app.stand.desk.jobs.reachMilestone({ id: job.id, type: 'collect', ...taken });
      jobs.push(job);
    }
    return jobs;
  };
  const codesOn = (page: Page) =>
    page.locator('.qr svg').evaluateAll((all) => all.map((each) => each.dataset.code ?? ''));
  const openSide = async (handset: Handset, side: string) => {
    await handset.page().getByText('Parcels change hands').click();
    await handset.page().getByRole('link', { name: side }).click();
  };
  const give = async (handset: Handset) => {
    await openSide(handset, 'Give to another courier');
    const page = handset.page();
    await page.locator('.qr svg').first().waitFor();
    await expectGood(page);
    await picture(page, 'app-give');
    const codes = await codesOn(page);
    await page.getByLabel('Why a seal was not compared').fill('The other courier compares');
    await page.getByRole('button', { name: `Record for ${jobsOnBoard} jobs` }).click();
    await page.getByText('waiting').first().waitFor();
    return codes;
  };
  const take = async (
    handset: Handset,
    codes: readonly string[],
    { registration }: Driver['vehicle'],
  ) => {
    await openSide(handset, 'Take over');
    const page = handset.page();
    for (const code of codes) {
      await page.getByLabel('Or type the code').fill(code);
      await page.getByLabel('Or type the code').press('Tab');
    }
    await page.getByText(`${jobsOnBoard} jobs:`).waitFor();
    const seals = Array.from({ length: jobsOnBoard - 1 }, (_, n) => sealOf(n));
    await page.getByLabel('Seals', { exact: true }).fill(seals.join('\n').toLowerCase());
    await page.getByLabel('Registration of your vehicle').fill(registration.toLowerCase());
    await page.getByRole('button', { name: 'Record for' }).click();
    await page.getByText('Scan 1 more').waitFor();
    await expectGood(page);
    await takeScreenshot({ page }, 'app-take', 'all');
    await page.getByLabel('Why a seal was not compared').fill('It cannot be read');
    await page.getByRole('button', { name: 'Record for' }).click();
    await page.getByText('waiting').first().waitFor();
  };
  const lengthOf = async (id: string) => (await chainOf(app.stand, id)).length;

  it.each(['giver', 'taker'] as const)(
    'forty parcels change van by two phones without a network, the %s online first',
    async (first) => {
      const [from, to] = [await app.stand.newDriver(), await app.stand.newDriver()];
      const jobs = await loaded(from);
      const [giver, taker] = [await app.newHandset(from), await app.newHandset(to)];
      await giver
        .page()
        .getByText(jobs[0]?.ref ?? '')
        .first()
        .waitFor();
      await Promise.all([giver.goOffline(), taker.goOffline()]);
      await take(taker, await give(giver), to.vehicle);
      const [one, other] = first === 'giver' ? [giver, taker] : [taker, giver];
      await one.goOnline();
      await expectEmpty(one);
      await other.goOnline();
      await expectEmpty(other);

      const [job] = jobs;
      const id = job?.id ?? '';
      const crew = { driver_id: to.id, vehicle_id: to.vehicle.id };
      expect(await app.stand.desk.jobs.getForDesk({ id })).toMatchObject(crew);
      await taker.page().goto(`${app.stand.origin}/app/`);
      await taker
        .page()
        .getByText(job?.ref ?? '')
        .first()
        .waitFor();
      await giver.page().goto(`${app.stand.origin}/app/`);
      await giver.page().getByText('Nothing to do at the moment.').waitFor();
      const events = await until(
        async () => ((await lengthOf(id)) >= 6 ? chainOf(app.stand, id) : undefined),
        { timeoutMs: 30_000, what: 'both halves in the chain' },
      );
      const road = events
        .slice(3)
        .map(({ type, details, seal }) => [
          type,
          String(details?.transfer),
          seal,
          details?.device_id !== undefined,
        ]);
      const halves = [
        ['scanned', 'give', null, true],
        ['scanned', 'take', sealOf(0), true],
      ];
      const moved = ['transferred', 'take', null, false];
      expect(road).toEqual(first === 'giver' ? [...halves, moved] : [halves[1], moved, halves[0]]);
      const devices = events.flatMap(({ details }) => details?.device_id ?? []);
      expect(new Set(devices).size).toBe(2);
      const { tracking_url } = await app.stand.sender.jobs.get({ id });
      const page = async () => (await fetch(tracking_url)).text();
      await expect.poll(page).toContain(to.vehicle.registration);
      const bundle = await app.stand.sender.custody.bundle({ id });
      expect(await verifyBundle(bundle, {})).toMatchObject({ faults: [] });
      expect([...giver.complaints, ...taker.complaints]).toEqual([]);
      await Promise.all([giver.close(), taker.close()]);
    },
  );
});
