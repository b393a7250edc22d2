/** What may happen to a courier's device: two windows, no room, revocation. */
import { photoPng } from '@svc/courier/images';
import { randomFor } from '@svc/courier/random';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireChromium, startChromium } from '../../pages/chromium.ts';
import { fillCollection, openJob, reachState, record, stepButton } from './courier-hands.ts';
import { type CourierStand, startCourierStand } from './courier-stand.ts';
import { expectEmpty, newHandset } from './handset.ts';

const chromium = await requireChromium();
const seal = 'SL-00421';

describe.skipIf(chromium === undefined)("a courier's device in trouble", () => {
  let browser: Browser;
  let stand: CourierStand;
  beforeAll(async () => {
    browser = await startChromium(chromium ?? '');
    stand = await startCourierStand();
  });
  afterAll(async () => {
    await browser?.close();
    await stand?.stop();
  });
  const onTheRoad = async () => {
    const driver = await stand.newDriver();
    const job = await driver.job();
    const at = { origin: stand.origin, enrolment: driver.enrolment };
    const handset = await newHandset(browser, at);
    await handset.page().getByRole('link', { name: job.ref }).waitFor();
    return { driver, job, handset };
  };
  const chainOf = async (id: string): Promise<string[]> =>
    (await stand.sender.custody.record({ id })).events.slice(2).map(({ type }) => type);

  it('records a step once that is tapped in two windows', async () => {
    const { job, handset } = await onTheRoad();
    const second = await handset.context.newPage();
    await second.goto(`${stand.origin}/app/#job=${job.id}`);
    await openJob(handset, job);
    await handset.goOffline();
    const windows = [handset.page(), second];
    for (const page of windows) await stepButton(page, 'Leave now').waitFor();
    // The slower window may show the next step by then.
    const tap = 'document.querySelector("#step-depart")?.click()';
    await Promise.all(windows.map((page) => page.evaluate(tap)));
    for (const page of windows) {
      await page.locator('#status').filter({ hasText: '1 waiting' }).waitFor();
    }
    await handset.goOnline();
    await expectEmpty(handset);
    const { timeline } = await stand.desk.jobs.getForDesk({ id: job.id });
    expect(timeline.filter(({ type }) => type === 'en_route_pickup')).toHaveLength(1);
    await handset.close();
  });

  it('records a form once that is open in two windows', async () => {
    const { job, handset } = await onTheRoad();
    const second = await handset.context.newPage();
    await second.goto(`${stand.origin}/app/`);
    await second.getByRole('link', { name: job.ref }).waitFor();
    await openJob(handset, job);
    await stepButton(handset.page(), 'Leave now').click();
    await reachState(handset, 'On the way to the pickup');
    await expectEmpty(handset);
    await handset.goOffline();
    const windows = [handset.page(), second];
    const open = `location.hash = ${JSON.stringify(`#do=arriving&job=${job.id}`)}`;
    await Promise.all(windows.map((page) => page.evaluate(open)));
    for (const page of windows) await page.getByLabel('Minutes until').fill('12');
    await Promise.all(windows.map(record));
    for (const page of windows) {
      await page.getByRole('button', { name: 'Record' }).waitFor({ state: 'detached' });
      await page.locator('#status').filter({ hasText: '1 waiting' }).waitFor();
    }
    await handset.goOnline();
    await expectEmpty(handset);
    const { timeline } = await stand.desk.jobs.getForDesk({ id: job.id });
    expect(timeline.filter(({ type }) => type === 'arriving_pickup')).toHaveLength(1);
    await handset.close();
  });

  it('keeps what is not sent when the device is revoked, and sends it after a new enrolment', async () => {
    const { driver, job, handset } = await onTheRoad();
    await openJob(handset, job);
    await handset.goOffline();
    const page = handset.page();
    await stepButton(page, 'Leave now').click();
    await reachState(handset, 'On the way to the pickup');
    await stepButton(page, 'Collect the parcels').click();
    await fillCollection(page, seal);
    await record(page);
    await reachState(handset, 'Collected');
    const { data } = await stand.desk.accounts.listCourierDevices({ driver_id: driver.id });
    await stand.desk.accounts.removeCourierDevice({ id: data[0]?.id ?? '' });
    await handset.goOnline();
    await page.getByRole('heading', { name: 'This device was revoked' }).waitFor();
    await page.getByText('2 recorded and not sent').waitFor();
    expect(await chainOf(job.id)).toEqual([]);
    const enrolment = await driver.newEnrolment();
    await page.evaluate(`location.hash = ${JSON.stringify(`#enrol=${enrolment}`)}`);
    await expectEmpty(handset);
    expect(await chainOf(job.id)).toEqual(['collected']);
    expect(handset.complaints).toEqual([]);
    await handset.close();
  });

  it('says that nothing was recorded when the device has no room', async () => {
    const { job, handset } = await onTheRoad();
    await openJob(handset, job);
    const page = handset.page();
    // As a browser without room answers; the page and its database are real.
    await page.evaluate(`{
      window.add = IDBObjectStore.prototype.add;
      IDBObjectStore.prototype.add = () => { throw new DOMException('full', 'QuotaExceededError'); };
      navigator.storage.estimate = async () => ({ usage: 1e9 - 1, quota: 1e9 });
    }`);
    await stepButton(page, 'Leave now').click();
    await page.getByRole('alert').filter({ hasText: 'Nothing was recorded' }).waitFor();
    await page.evaluate('void (IDBObjectStore.prototype.add = window.add)');
    await stepButton(page, 'Leave now').click();
    await reachState(handset, 'On the way to the pickup');
    await page.locator('#status').filter({ hasText: 'Almost no room' }).waitFor();
    await expectEmpty(handset);
    await handset.close();
  });

  it('reads a photo of any size, and refuses what is none', async () => {
    const { job, handset } = await onTheRoad();
    const page = handset.page();
    await openJob(handset, job);
    await stepButton(page, 'Collect the parcels').click();
    await fillCollection(page, seal);
    await record(page);
    await reachState(handset, 'Collected');
    await stepButton(page, 'Hand over').click();
    const photo = page.getByLabel('Photo');
    const file = { name: 'photo.jpg', mimeType: 'image/jpeg' };
    await photo.setInputFiles({ ...file, buffer: Buffer.from('no photo') });
    await page.getByText('This is not a photo that can be read.').waitFor();
    await photo.setInputFiles({ ...file, buffer: photoPng(randomFor(3, 3)) });
    await page.locator('#photo-state').filter({ hasText: 'Kept.' }).waitFor();
    await handset.kill();
    await handset.page().locator('#photo-state').filter({ hasText: 'Kept.' }).waitFor();
    await handset.close();
  });
});
