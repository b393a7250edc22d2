/** The reception page in a browser whose camera sees the barcode of a specimen. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partner } from '@svc/contracts';
import { writeWithZint } from '@svc/devnet';
import { createClients } from '@svc/kit/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { deliver, deskOf, noProof } from '../journeys/desk.ts';
import { requireChromium, startChromium } from './chromium.ts';
import { type DeskStage, signIn, startDesk } from './desk-visitor.ts';
import { enter, follow, press } from './keyboard.ts';
import { expectAccessible, expectSound, type Screen } from './page-view.ts';
import { writeVideo } from './scan-stage.ts';
import { takeScreenshot } from './screenshot.ts';

const chromium = await requireChromium();
const canScan = chromium !== undefined && inject('hasBarcodeReaders');

/** Before the camera. */
const seenByCamera = 'S-0001';
const other = 'S-0002';

const stateOf = (page: Page, barcode: string) =>
  page.locator(`tr[data-barcode="${barcode}"] td`).first();
const barcodeField = (page: Page) => page.getByLabel('Barcode', { exact: true });
/** The field of a new page has the focus, as after each specimen: a hand scanner types into it. */
async function scan(page: Page, barcode: string): Promise<void> {
  await barcodeField(page).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(barcode);
}

describe.skipIf(!canScan)('the reception of a laboratory, in a browser', () => {
  let dir: string;
  let browser: Browser;
  let desk: DeskStage;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'reception-'));
    const plain = await startChromium(chromium ?? '');
    const [picture, video] = [join(dir, 'code.png'), join(dir, 'camera.y4m')];
    await writeWithZint(picture, { symbology: 20, data: seenByCamera });
    await writeVideo(video, { browser: plain, pictures: [picture] });
    await plain.close();
    browser = await startChromium(chromium ?? '', [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ]);
    desk = await startDesk();
  });
  afterAll(async () => {
    await browser?.close();
    await desk?.stop();
    await rm(dir, { recursive: true });
  });

  /** The page of a delivered job of which a manifest lists both specimens. */
  async function openReception(screen: Screen) {
    const { id, ref } = await desk.book({ sku: 'LAB-STD', reference: '', requirements: noProof });
    const meta = { tenant: 'ten_demo', actor: 'test', requestId: 'test' };
    const specimens = [seenByCamera, other].map((barcode) => ({ barcode, container: 'tube' }));
    await createClients({ partner }, desk.stage.transport, meta).partner.pushManifest({
      ...{ job_id: id, specimens },
    });
    await deliver(deskOf(desk.stage), id);
    const seen = await signIn(browser, desk, { name: 'Demo Booker', screen });
    await seen.page.goto(`${desk.url}/reception`);
    return { seen, id, ref };
  }

  const cases = [
    { screen: 'desktop', verdict: 'Accepted', state: 'Accepted' },
    { screen: 'small', verdict: 'Rejected: Leaks', state: 'Rejected: Leaks' },
  ] as const;
  it.each(cases)('$screen: what the camera reads is saved as $verdict', async (expected) => {
    const { seen: opened, ref } = await openReception(expected.screen);
    await using seen = opened;
    const { page } = seen;
    await page.getByRole('link', { name: ref }).click();
    await page.getByRole('heading', { name: `Reception of ${ref}` }).waitFor();
    expect(await stateOf(page, seenByCamera).textContent()).toBe('Expected');

    await page.getByRole('button', { name: 'Use the camera' }).click();
    await page.getByText(`${seenByCamera} was read.`).waitFor();
    expect(await barcodeField(page).inputValue()).toBe(seenByCamera);
    expect(await page.locator('video').isVisible()).toBe(true);
    await takeScreenshot(seen, `reception-camera-${expected.screen}`, 'all');
    await expectSound(seen);
    await expectAccessible(seen);

    await page.getByLabel('Verdict').selectOption({ label: expected.verdict });
    const loaded = page.waitForEvent('load');
    await barcodeField(page).press('Enter');
    await loaded;
    expect(await stateOf(page, seenByCamera).textContent()).toBe(expected.state);
    expect(await stateOf(page, other).textContent()).toBe('Expected');
    await takeScreenshot(seen, `reception-${expected.screen}`, 'all');
    if (expected.screen === 'desktop') await takeScreenshot(seen, 'reception');
    await expectSound(seen);
  });

  it('is done with the keyboard alone, and says why a verdict is not taken', async () => {
    const { seen: opened, ref } = await openReception('desktop');
    await using seen = opened;
    const { page } = seen;
    await follow(page, ref);
    await press(page, 'Use the camera');
    await page.getByText(`${seenByCamera} was read.`).waitFor();
    // The field has the focus, so that the enter key saves.
    const saved = page.waitForEvent('load');
    await page.keyboard.press('Enter');
    await saved;
    expect(await stateOf(page, seenByCamera).textContent()).toBe('Accepted');

    await scan(page, other);
    await enter(page, 'Verdict', 'Rejected: Container broken');
    await enter(page, 'Note', 'Lid was loose');
    await follow(page, 'Save');
    expect(await stateOf(page, other).textContent()).toBe('Rejected: Container broken');

    await scan(page, other);
    await follow(page, 'Save');
    await page.getByRole('alert').waitFor();
    expect(await barcodeField(page).getAttribute('aria-invalid')).toBe('true');
    expect(seen.complaints.splice(0)).toEqual([expect.stringContaining('status of 4')]);
    await expectAccessible(seen);
  });
});
