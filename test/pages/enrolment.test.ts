/** The QR code that enrols a phone, read by other decoders from the page as it is shown. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tracking } from '@svc/contracts';
import { readWithZbar, readWithZxing } from '@svc/devnet';
import { createClients } from '@svc/kit/client';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { requireChromium, startChromium } from './chromium.ts';
import { type DeskStage, signIn, startDesk } from './desk-visitor.ts';
import { expectAccessible } from './page-view.ts';
import { takeScreenshot } from './screenshot.ts';

const chromium = await requireChromium();
const canRead = chromium !== undefined && inject('hasBarcodeReaders');

describe.skipIf(!canRead)('the link that enrols a phone', () => {
  let dir: string;
  let browser: Browser;
  let desk: DeskStage;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'enrolment-'));
    browser = await startChromium(chromium ?? '');
    desk = await startDesk();
  });
  afterAll(async () => {
    await browser?.close();
    await desk?.stop();
    await rm(dir, { recursive: true });
  });

  it('is read from its QR code, in light and dark, and enrols', async () => {
    const meta = { tenant: 'ten_operator', actor: 'test', requestId: 'test' };
    const driver = await createClients(
      { tracking },
      desk.stage.transport,
      meta,
    ).tracking.createDriver({ first_name: 'Naledi', last_name: 'Mokoena' });
    await using seen = await signIn(browser, desk, { name: 'Demo Dispatcher', screen: 'desktop' });
    const { page } = seen;
    await page.goto(`${desk.url}/desk/drivers/${driver.id}/devices`);
    await page.getByRole('button', { name: 'Make a link' }).click();
    const link =
      (
        await page
          .getByText(/\/app\/#enrol=/)
          .first()
          .textContent()
      )?.trim() ?? '';
    expect(link).toMatch(/^http\S+\/app\/#enrol=\S+$/);

    const picture = page.getByRole('img', { name: 'QR code of the link' });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const path = join(dir, `${colorScheme}.png`);
      await picture.screenshot({ path });
      expect(await readWithZxing(path), `ZXing, ${colorScheme}`).toEqual([link]);
      expect(await readWithZbar(path), `ZBar, ${colorScheme}`).toEqual([link]);
    }
    await takeScreenshot(seen, 'desk-enrolment', 'all');
    await expectAccessible(seen);

    const phone = await browser.newContext({ viewport: { width: 360, height: 740 } });
    try {
      const app = await phone.newPage();
      await app.goto(link);
      await app.getByRole('heading', { name: 'Today' }).waitFor();
    } finally {
      await phone.close();
    }
  });
});
