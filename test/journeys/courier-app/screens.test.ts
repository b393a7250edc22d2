/** Every screen of the courier's app: accessible in both themes, small to load, installable. */

import { photoPng } from '@svc/simulators/images';
import { randomFor } from '@svc/simulators/random';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { seal } from '../desk.ts';
import { appUnderTest, chromium } from './app-under-test.ts';
import { fillHandOver, openJob, reachState, record, stepButton } from './courier-hands.ts';
import { expectGood, picture } from './handset.ts';

/** Bound on the time of the app's list over that of the bare one: 3 to 8 on quiet and busy machines alike. */
const timesFloorMax = 20;

/** From now on the page notes when its list is there, on a processor that is four times slower. */
async function timeList(page: Page): Promise<void> {
  await page.addInitScript(`new MutationObserver(() => {
    if (document.querySelector('ul.run li')) window.listedMs ??= performance.now();
  }).observe(document, { childList: true, subtree: true })`);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** Of the page opened anew. */
async function listedMs(page: Page): Promise<number> {
  await page.bringToFront();
  await page.reload();
  await page.locator('ul.run li').nth(49).waitFor();
  return page.evaluate<number>('window.listedMs');
}

describe.skipIf(chromium === undefined)("screens of the courier's app", () => {
  const app = appUnderTest();
  const enrolled = async () => {
    const driver = await app.stand.newDriver();
    return { driver, open: () => app.newHandset(driver) };
  };

  it('say what to do on a device that is not enrolled, or whose link is not valid', async () => {
    const page = await app.browser.newPage();
    await page.goto(`${app.stand.origin}/app`);
    await page.getByRole('heading', { name: 'This device is not enrolled' }).waitFor();
    await expectGood(page);
    await page.evaluate("location.hash = '#enrol=unknown'");
    await page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
    await expectGood(page);
    await page.close();
  });

  it('say so when a part of the app does not arrive, and open by themselves once it does', async () => {
    const context = await app.browser.newContext();
    const page = await context.newPage();
    let failures = 0;
    await context.route('**/app/code/**/sender.ts', (route) => {
      failures += 1;
      return route.abort();
    });
    await page.goto(`${app.stand.origin}/app/`);
    await page.getByRole('heading', { name: 'The app could not be opened' }).waitFor();
    await expectGood(page);
    const failed = failures;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => failures).toBeGreaterThan(failed);
    await page.getByRole('heading', { name: 'The app could not be opened' }).waitFor();
    await context.setOffline(true);
    await context.unroute('**/app/code/**/sender.ts');
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'This device is not enrolled' }).waitFor();
    await context.close();
  });

  it('say what goes on while a device is enrolled, and once it is revoked', async () => {
    const { driver } = await enrolled();
    const context = await app.browser.newContext();
    const page = await context.newPage();
    await context.route('**/oauth/register', (route) => route.abort());
    await page.goto(`${app.stand.origin}/app/#enrol=${driver.enrolment}`);
    await page.getByRole('heading', { name: 'Enrolling this device' }).waitFor();
    await expectGood(page);
    await picture(page, 'app-enrolment');
    await context.unroute('**/oauth/register');
    await context.setOffline(true);
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    const { data } = await app.stand.desk.accounts.listCourierDevices({ driver_id: driver.id });
    await app.stand.desk.accounts.removeCourierDevice({ id: data[0]?.id ?? '' });
    await context.setOffline(true);
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'This device was revoked' }).waitFor();
    await expectGood(page);
    await context.close();
  });

  it('of a job and its steps are accessible, with faults and refusals', async () => {
    const { driver, open } = await enrolled();
    const [job, other] = [await driver.job(), await driver.job()];
    const handset = await open();
    const page = handset.page();
    await page.getByRole('link', { name: other.ref }).waitFor();
    await expectGood(page);
    await picture(page, 'app-run');
    await openJob(handset, job);
    await expectGood(page);
    await picture(page, 'app-job');
    await stepButton(page, 'Leave now').click();
    await reachState(handset, 'On the way to the pickup');
    const steps = ['Say when I arrive', 'Collection failed', 'Report an incident'];
    for (const step of [...steps, 'Collect the parcels']) {
      await openJob(handset, job);
      await stepButton(page, step).click();
      await page.getByRole('button', { name: 'Record' }).waitFor();
      await expectGood(page);
    }
    await record(page);
    await page.locator('[aria-invalid]').first().waitFor();
    await expectGood(page);
    await page.getByLabel('Seal number').fill(seal);
    await page.getByLabel('Parcels counted').fill('1');
    await page.getByLabel('Temperature in the box').fill('4');
    await record(page);
    await reachState(handset, 'Collected');
    await stepButton(page, 'Hand-over failed').click();
    await page.getByRole('button', { name: 'Record' }).waitFor();
    await expectGood(page);
    await picture(page, 'app-failed-hand-over');
    await openJob(handset, job);
    await stepButton(page, 'Hand over').click();
    const photo = photoPng(randomFor(2, 2));
    const code = job.code === '000000' ? '000001' : '000000';
    await fillHandOver(page, { seal, code, photo });
    await expectGood(page);
    await picture(page, 'app-hand-over');
    await page.getByRole('button', { name: 'Change the signature' }).click();
    await page.getByRole('dialog', { name: /^Signature/ }).waitFor();
    await expectGood(page);
    await picture(page, 'app-signature');
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await record(page);
    await page.getByText('refused.').waitFor();
    await page.getByText('Discard', { exact: true }).click();
    await expectGood(page);
    await page.locator('header a[href="#device"]').click();
    await page.getByRole('heading', { name: 'This device' }).waitFor();
    await expectGood(page);
    await picture(page, 'app-queue');
    await page.getByText('Discard', { exact: true }).click();
    await page.getByRole('button', { name: /^Discard/ }).click();
    await page.getByText('Everything is sent.').waitFor();
    expect(handset.complaints).toEqual([]);
    await handset.close();
  });

  it('have a theme for sunlight, black on white in the dark, too, which the phone remembers', async () => {
    const { driver, open } = await enrolled();
    const job = await driver.job();
    const handset = await open();
    const page = handset.page();
    const colours = () =>
      page.evaluate<string>(
        "['color', 'backgroundColor'].map((name) => getComputedStyle(document.body)[name]).join(' ')",
      );
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Sunlight' }).click();
    await handset.reload();
    expect(await colours()).toBe('rgb(0, 0, 0) rgb(255, 255, 255)');
    await page.getByRole('link', { name: job.ref }).waitFor();
    await expectGood(page);
    await picture(page, 'app-sunlight');
    await page.getByRole('button', { name: 'Sunlight', pressed: true }).click();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await colours()).not.toContain('rgb(0, 0, 0)');
    await handset.close();
  });

  it('show a stop with 50 jobs not much later than a page that is nothing but this list', {
    timeout: 240_000,
  }, async () => {
    const { driver, open } = await enrolled();
    for (let n = 0; n < 50; n += 1) await driver.job();
    const handset = await open();
    const page = handset.page();
    await page.getByRole('link', { name: /50 jobs/ }).click();
    await page.locator('ul.run li').nth(49).waitFor();
    const list = await page.evaluate<string>("document.querySelector('ul.run').outerHTML");
    const bare = await handset.context.newPage();
    await bare.goto(`data:text/html,${encodeURIComponent(list)}`);
    for (const each of [page, bare]) await timeList(each);
    const ofApp: number[] = [];
    const ofList: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      ofApp.push(await listedMs(page));
      ofList.push(await listedMs(bare));
    }
    const [app, floor] = [Math.min(...ofApp), Math.min(...ofList)];
    process.stdout.write(
      `stop with 50 jobs after ${app.toFixed()} ms, the list alone ${floor.toFixed()} ms\n`,
    );
    expect(app / floor).toBeLessThan(timesFloorMax);
    await handset.close();
  });

  it('load with 150 KB at most, and can be installed', async () => {
    const { driver } = await enrolled();
    const context = await app.browser.newContext();
    const sizes: Promise<number>[] = [];
    const paths: string[] = [];
    context.on('requestfinished', (request) => {
      // The worker fetches what reads codes afterwards, when the app is open.
      if (request.serviceWorker()) return;
      paths.push(new URL(request.url()).pathname);
      const size = async () => {
        const { responseBodySize, responseHeadersSize } = await request.sizes();
        return responseBodySize + responseHeadersSize;
      };
      sizes.push(size());
    });
    const page = await context.newPage();
    await page.goto(`${app.stand.origin}/app/#enrol=${driver.enrolment}`);
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(sizes.length).toBeGreaterThan(20);
    expect(bytes).toBeLessThan(150_000);
    expect(bytes).toBeGreaterThan(20_000);
    expect(paths.filter((path) => /zxing|@svc\/scan/.test(path))).toEqual([]);
    await page.reload();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    expect(await page.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated');
    const session = await context.newCDPSession(page);
    const { errors } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // Contexts of tests are windows of their own, as incognito ones.
    const own = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
    expect(own).toEqual([]);
    const kept = await page.evaluate<
      string[]
    >(`caches.keys().then(async (names) => (await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    )).flat())`);
    expect(kept.length).toBeGreaterThan(20);
    expect(kept.filter((url) => !new URL(url).pathname.startsWith('/app/'))).toEqual([]);
    await context.close();
  });
});
