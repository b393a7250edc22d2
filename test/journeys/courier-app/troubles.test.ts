/** Troubles of a courier's device: two windows, a full disk, revocation. */
import { photoPng } from '@svc/simulators/images';
import { randomFor } from '@svc/simulators/random';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { seal } from '../desk.ts';
import { appUnderTest, chromium } from './app-under-test.ts';
import {
  fillCollection,
  fillIncident,
  openJob,
  reachState,
  record,
  stepButton,
} from './courier-hands.ts';
import { chainOf } from './courier-stand.ts';
import {
  expectEmpty,
  expectGood,
  fillRoom,
  type HandsetOptions,
  picture,
  releaseRoom,
  storedIn,
} from './handset.ts';

const openLink = (page: Page, enrolment: string): Promise<void> =>
  page.evaluate(`location.hash = ${JSON.stringify(`#enrol=${enrolment}`)}`);

describe.skipIf(chromium === undefined)("a courier's device in trouble", () => {
  const app = appUnderTest();
  const onTheRoad = async (options: HandsetOptions = {}) => {
    const driver = await app.stand.newDriver();
    const job = await driver.job();
    const handset = await app.newHandset(driver, options);
    await handset.page().getByRole('link', { name: job.ref }).waitFor();
    return { driver, job, handset };
  };
  const roadOf = async (id: string): Promise<string[]> =>
    (await chainOf(app.stand, id)).slice(2).map(({ type }) => type);

  it('records a step once that is tapped in two windows', async () => {
    const { job, handset } = await onTheRoad();
    const second = await handset.context.newPage();
    await second.goto(`${app.stand.origin}/app/#job=${job.id}`);
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
    const { timeline } = await app.stand.desk.jobs.getForDesk({ id: job.id });
    expect(timeline.filter(({ type }) => type === 'en_route_pickup')).toHaveLength(1);
    await handset.close();
  });

  it('records a form once that is open in two windows', async () => {
    const { job, handset } = await onTheRoad();
    const second = await handset.context.newPage();
    await second.goto(`${app.stand.origin}/app/`);
    await second.getByRole('link', { name: job.ref }).waitFor();
    await openJob(handset, job);
    await stepButton(handset.page(), 'Leave now').click();
    await reachState(handset, 'On the way to the pickup');
    await expectEmpty(handset);
    await handset.goOffline();
    const windows = [handset.page(), second];
    await second.getByRole('link', { name: job.ref }).click();
    for (const page of windows) await stepButton(page, 'Say when I arrive').click();
    for (const page of windows) await page.getByLabel('Minutes until').fill('12');
    await Promise.all(windows.map(record));
    for (const page of windows) {
      await page.getByRole('button', { name: 'Record' }).waitFor({ state: 'detached' });
      await page.locator('#status').filter({ hasText: '1 waiting' }).waitFor();
    }
    await handset.goOnline();
    await expectEmpty(handset);
    const { timeline } = await app.stand.desk.jobs.getForDesk({ id: job.id });
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
    await stepButton(page, 'Hand over').click();
    await page.getByLabel('Who takes the parcels').fill('Sample intake');
    await page.getByRole('link', { name: 'Back, without recording' }).click();
    const { data } = await app.stand.desk.accounts.listCourierDevices({ driver_id: driver.id });
    await app.stand.desk.accounts.removeCourierDevice({ id: data[0]?.id ?? '' });
    await handset.goOnline();
    await page.getByRole('heading', { name: 'This device was revoked' }).waitFor();
    await page.getByText('2 recorded and not sent').waitFor();
    expect(await roadOf(job.id)).toEqual([]);
    // Personal data of the run went with the access: the phone may be in other hands.
    expect(await storedIn(handset, 'job')).toEqual([]);
    expect(await storedIn(handset, 'draft')).toEqual([]);
    await expectGood(page);
    await openLink(page, await driver.newEnrolment());
    await expectEmpty(handset);
    expect(await roadOf(job.id)).toEqual(['collected']);
    expect(handset.complaints).toEqual([]);
    await handset.close();
  });

  it('says that nothing was recorded when the device has no room, and sends what was', async () => {
    const { job, handset } = await onTheRoad({ quotaBytes: 4_000_000 });
    await openJob(handset, job);
    const page = handset.page();
    await handset.goOffline();
    await stepButton(page, 'Leave now').click();
    await reachState(handset, 'On the way to the pickup');
    await fillRoom(handset);
    // The estimate of the browser leaves out the quota that a test sets.
    const estimate = '{ usage: 4e6 - 1, quota: 4e6 }';
    await page.evaluate(`void (navigator.storage.estimate = async () => (${estimate}))`);
    await stepButton(page, 'Say when I arrive').click();
    await page.getByRole('alert').filter({ hasText: 'Nothing was recorded' }).waitFor();
    await handset.goOnline();
    await page.locator('#status').filter({ hasText: 'Nothing waiting' }).waitFor();
    await page.locator('#status').filter({ hasText: 'Almost no room' }).waitFor();
    const { timeline } = await app.stand.desk.jobs.getForDesk({ id: job.id });
    expect(timeline.map(({ type }) => type)).toContain('en_route_pickup');
    await releaseRoom(handset);
    await handset.goOffline();
    await handset.goOnline();
    await reachState(handset, 'On the way to the pickup');
    await stepButton(page, 'Say when I arrive').click();
    await page.getByLabel('Minutes until').fill('12');
    await record(page);
    await reachState(handset, 'On the way to the pickup');
    await expectEmpty(handset);
    await handset.close();
  });

  it('works on under its key when it opens a link that is not valid', async () => {
    const { job, handset } = await onTheRoad();
    const page = handset.page();
    await openLink(page, 'unknown');
    await page.getByRole('button', { name: 'Enrol it anew' }).click();
    await page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
    await page.getByText('this device stays enrolled').waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();
    await openJob(handset, job);
    await stepButton(page, 'Leave now').click();
    await reachState(handset, 'On the way to the pickup');
    await expectEmpty(handset);
    expect(handset.complaints).toEqual([]);
    await handset.close();
  });

  it('asks before a valid link replaces it, and sends first what waits', async () => {
    const { driver, job, handset } = await onTheRoad();
    const other = await app.stand.newDriver();
    const otherJob = await other.job();
    const page = handset.page();
    await openJob(handset, job);
    await handset.goOffline();
    await stepButton(page, 'Leave now').click();
    await reachState(handset, 'On the way to the pickup');
    const [before] = await storedIn<{ client_id: string }>(handset, 'state').then((all) =>
      all.filter(({ client_id }) => client_id !== undefined),
    );
    await openLink(page, other.enrolment);
    await page.getByRole('heading', { name: 'Enrol this device anew?' }).waitFor();
    await page.getByText(`number ${before?.client_id}`).waitFor();
    await page.getByText('1 recorded and not sent').waitFor();
    await expectGood(page);
    await picture(page, 'app-enrolled-anew');
    await page.getByRole('button', { name: 'Keep this device as it is' }).click();
    await page.getByRole('link', { name: job.ref }).waitFor();
    await openLink(page, other.enrolment);
    await page.getByRole('button', { name: 'Enrol it anew' }).click();
    await page.getByRole('link', { name: job.ref }).waitFor();
    await handset.goOnline();
    await page.getByRole('link', { name: otherJob.ref }).waitFor();
    await expectEmpty(handset);
    const { timeline } = await app.stand.desk.jobs.getForDesk({ id: job.id });
    expect(timeline.map(({ type }) => type)).toContain('en_route_pickup');
    const { data } = await app.stand.desk.accounts.listCourierDevices({ driver_id: driver.id });
    expect(data.map(({ id }) => id)).toEqual([before?.client_id]);
    expect(handset.complaints).toEqual([]);
    await handset.close();
  });

  it('takes a tap while the screen is shown anew', async () => {
    const { job, handset } = await onTheRoad();
    const second = await handset.context.newPage();
    await second.goto(`${app.stand.origin}/app/#job=${job.id}`);
    await openJob(handset, job);
    await handset.goOffline();
    const page = handset.page();
    const collect = stepButton(page, 'Collect the parcels');
    await stepButton(second, 'Report an incident').click();
    await fillIncident(second, { description: 'Road closed', photo: undefined });
    await collect.hover();
    await page.mouse.down();
    await record(second);
    await page.getByText('Incident,').waitFor();
    await page.mouse.up();
    await page.getByLabel('Parcels counted').waitFor();
    await handset.close();
  });

  it('is enrolled anew in one window, and sends as the new device from the other', async () => {
    const { driver, job, handset } = await onTheRoad();
    const second = await handset.context.newPage();
    await second.goto(`${app.stand.origin}/app/#job=${job.id}`);
    await second.getByRole('heading', { name: job.ref }).waitFor();
    await handset.goOffline();
    await handset.goOnline();
    await openLink(handset.page(), await driver.newEnrolment());
    await handset.page().getByRole('button', { name: 'Enrol it anew' }).click();
    const devices = async () =>
      (await app.stand.desk.accounts.listCourierDevices({ driver_id: driver.id })).data.length;
    await expect.poll(devices).toBe(2);
    await handset.page().getByRole('heading', { name: 'Today' }).waitFor();
    await handset.page().close();
    await stepButton(second, 'Leave now').click();
    await second.locator('#status').filter({ hasText: 'Nothing waiting, sent' }).waitFor();
    const { timeline } = await app.stand.desk.jobs.getForDesk({ id: job.id });
    expect(timeline.map(({ type }) => type)).toContain('en_route_pickup');
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
