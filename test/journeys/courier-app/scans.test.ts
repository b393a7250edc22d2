/** Jobs under a scan policy: codes by the camera of the phone, by hand, and a reason where one cannot be read. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWithZint } from '@svc/devnet';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startChromium } from '../../pages/chromium.ts';
import { writeVideo } from '../../pages/scan-stage.ts';
import { noProof, seal } from '../desk.ts';
import { appUnderTest, chromium } from './app-under-test.ts';
import { handedOver, openJob, reachState, record, stepButton } from './courier-hands.ts';
import { chainOf } from './courier-stand.ts';
import { expectEmpty, expectGood, newHandset, picture } from './handset.ts';

const code128 = 20;

async function fillCount(page: Page): Promise<void> {
  await page.getByLabel('Seal number').fill(seal);
  await page.getByLabel('Parcels counted').fill('1');
  await page.getByLabel('Temperature in the box').fill('4');
}

/** Paths below the app that its service worker keeps. */
const keptPaths = `caches.keys().then(async (names) => (await Promise.all(
  names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
)).flat().join(' '))`;

describe.skipIf(chromium === undefined)('a job under a scan policy', () => {
  const app = appUnderTest();
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'scans-'));
  });
  afterAll(() => rm(dir, { recursive: true }));
  const assigned = async () => {
    const driver = await app.stand.newDriver();
    const job = await driver.job({ requirements: { ...noProof, scan: 'parcels' } });
    const { parcels } = await app.stand.sender.jobs.labels({ id: job.id });
    return { job, driver, code: parcels[0]?.code ?? '' };
  };
  const roadOf = async (id: string) => (await chainOf(app.stand, id)).slice(2);

  /** A browser whose camera shows the codes, one after the other. */
  async function browserWithCamera(codes: readonly string[]): Promise<Browser> {
    const pictures = codes.map((_, nth) => join(dir, `code-${nth}.png`));
    for (const [nth, picture] of pictures.entries()) {
      await writeWithZint(picture, { symbology: code128, data: codes[nth] ?? '' });
    }
    const video = join(dir, 'camera.y4m');
    await writeVideo(video, { browser: app.browser, pictures });
    return startChromium(chromium ?? '', [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ]);
  }

  it.skipIf(!inject('hasBarcodeReaders'))(
    'is collected with codes that the camera reads without a network',
    {
      timeout: 120_000,
    },
    async () => {
      const { job, driver, code } = await assigned();
      const phone = await browserWithCamera([seal, code]);
      try {
        const handset = await newHandset(phone, { origin: app.stand.origin, ...driver });
        const page = handset.page();
        await expect.poll(() => page.evaluate(keptPaths), { timeout: 30_000 }).toContain('.wasm');
        await openJob(handset, job);
        await handset.goOffline();
        await stepButton(page, 'Put in a box').click();
        await page.getByRole('button', { name: 'Scan Box' }).click();
        const box = () => page.locator('#identifier').inputValue();
        await expect.poll(box, { timeout: 30_000 }).toMatch(/./);
        expect([seal, code]).toContain(await box());
        await page.getByRole('link', { name: 'Back, without recording' }).click();
        await stepButton(page, 'Collect the parcels').click();
        await fillCount(page);
        await page.getByRole('button', { name: 'Scan Codes on seal and parcels' }).click();
        const read = async () => (await page.locator('#scans').inputValue()).split('\n');
        await expect.poll(read, { timeout: 30_000 }).toHaveLength(2);
        expect((await read()).toSorted()).toEqual([seal, code].toSorted());
        await picture(page, 'app-scan');
        await page.getByRole('button', { name: 'Done' }).click();
        await record(page);
        await reachState(handset, 'Collected');
        await handset.goOnline();
        await expectEmpty(handset, 1);
        const [collected] = await roadOf(job.id);
        expect(collected?.type).toBe('collected');
        expect(collected?.details).not.toHaveProperty('scan_bypassed');
        expect(handset.complaints).toEqual([]);
      } finally {
        await phone.close();
      }
    },
  );

  it('goes from collection to hand-over with typed codes where there is no camera, and a reason for one that cannot be read', async () => {
    const { job, driver, code } = await assigned();
    const handset = await app.newHandset(driver, { context: { permissions: ['camera'] } });
    const page = handset.page();
    await openJob(handset, job);
    await stepButton(page, 'Collect the parcels').click();
    await fillCount(page);
    await record(page);
    await page.getByText('Scan what is asked for').waitFor();
    await page.getByRole('button', { name: 'Scan Seal number' }).click();
    await page.getByRole('dialog').getByText('This device has no camera.').waitFor();
    await expectGood(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Codes on seal and parcels').fill(`${seal}\n${code}`);
    await record(page);
    await reachState(handset, 'Collected');
    await stepButton(page, 'Scan on the way').click();
    await page.getByLabel('Where the parcels are').fill('Midrand hub');
    await expectGood(page);
    await page.getByLabel('Seal number').fill(seal);
    await page.getByLabel('Codes on seal and parcels').fill(`${seal}\n${code}`);
    await record(page);
    await stepButton(page, 'Hand over').click();
    await page.getByLabel('Who takes the parcels').fill('Sample intake');
    await page.getByLabel('Seal number').fill(seal);
    await page.getByLabel('Codes on seal and parcels').fill(seal);
    await record(page);
    await page.getByText('requires scans of parcel 1').waitFor();
    await page.getByText('say why it cannot be read').waitFor();
    await page.getByRole('link', { name: 'Correct and send again' }).click();
    await page.getByLabel('Why a code cannot be read').fill('The label is wet');
    await record(page);
    await handedOver(page).waitFor();
    await expectEmpty(handset);

    const events = await roadOf(job.id);
    expect(events.map(({ type }) => type)).toEqual(['collected', 'scanned', 'delivered']);
    expect(events.map(({ details }) => details?.scan_bypassed)).toEqual([
      undefined,
      undefined,
      true,
    ]);
    const { data } = await app.stand.desk.jobs.listIncidents({ job_id: job.id });
    expect(data).toMatchObject([{ description: expect.stringContaining('The label is wet') }]);
    expect(handset.complaints).toEqual([]);
    await handset.close();
  });
});
