/** The switch to a real sandbox and back, and files that are saved. */
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '@svc/devnet';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskUnderTest, tokenOf, type UnderTest } from '../../desk/test/desk-under-test.ts';
import { type Stage, startStage } from '../journeys/environment.ts';
import { requireChromium, startChromium } from './chromium.ts';
import { expectAccessible, expectSound, textOf, type View, view } from './page-view.ts';
import { takeScreenshot } from './screenshot.ts';

const chromium = await requireChromium();
const pdf = '%PDF-1.7 of a test';
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

describe.skipIf(chromium === undefined)('the portal on the sandbox, in a browser', () => {
  let browser: Browser;
  let sandbox: Stage;
  let desk: UnderTest;
  let origin: string;
  let folder: Awaited<ReturnType<typeof mkdtempDisposable>>;
  beforeAll(async () => {
    sandbox = await startStage({ environment: 'sandbox' });
    folder = await mkdtempDisposable(join(tmpdir(), 'desk-files-'));
    await writeFile(join(folder.path, 'invoice.pdf'), pdf);
    const port = await freePort();
    origin = `http://localhost:${port}`;
    const env = {
      SVC_DESK_URL: origin,
      SVC_SANDBOX_URL: sandbox.publicUrl,
      SVC_FILES_URL: pathToFileURL(folder.path).href,
    };
    desk = await deskUnderTest({ env });
    await desk.app.listen({ port, host: 'localhost' });
    browser = await startChromium(chromium ?? '');
  });
  afterAll(async () => {
    await browser?.close();
    await desk?.app.close();
    await sandbox?.stop();
    await folder?.remove();
  });
  const open = (path: string): Promise<View> =>
    view(browser, origin + path, {
      screen: 'small',
      cookie: `__Host-session=${tokenOf('admin')}; Secure; HttpOnly; Path=/; SameSite=Lax`,
    });
  const expectGood = async (seen: View, file: string) => {
    await takeScreenshot(seen, `desk-${file}`, 'all');
    await expectSound(seen);
    await expectAccessible(seen);
  };

  it('is a switch away: a test job, an endpoint and its events, and the way back', async () => {
    await using seen = await open('/');
    const { page } = seen;
    await page.getByRole('link', { name: 'Sandbox' }).click();
    await page.waitForURL(`${origin}/sandbox/`);
    expect(await textOf(page)).toContain('Fictional data');
    await expectGood(seen, 'sandbox-start');

    await page.goto(`${origin}/sandbox/webhooks`);
    await field(page, 'Address').fill('http://127.0.0.1:9/hook');
    await page.getByRole('checkbox', { name: /^All/ }).check();
    await page.getByRole('button', { name: /^Add/ }).click();
    await page.locator('.secret').waitFor();

    await page.goto(`${origin}/sandbox/book`);
    await field(page, 'Service').selectOption('LAB-STD');
    await field(page, 'Your reference').fill('SANDBOX-1');
    await field(page, 'What happens to it').selectOption('none');
    await page.getByRole('button', { name: 'Book' }).click();
    await page.waitForURL(`${origin}/sandbox/jobs/job_*`);
    expect(await textOf(page)).toContain('SANDBOX-1');
    await expectGood(seen, 'sandbox-job');

    const event = page.getByRole('rowheader', { name: 'job.created' });
    await expect
      .poll(async () => {
        await page.goto(`${origin}/sandbox/events`);
        return event.count();
      })
      .toBe(1);
    await event.getByRole('link').click();
    await page.waitForURL(`${origin}/sandbox/events/evt_*`);
    expect(await textOf(page)).toContain('"type": "job.created"');

    await page.getByRole('link', { name: 'Back to live' }).click();
    await page.waitForURL(`${origin}/`);
    await page.goto(`${origin}/jobs`);
    expect(await textOf(page)).not.toContain('SANDBOX-1');
  });

  it('saves a tax invoice as PDF', async () => {
    await using seen = await open('/invoices/inv_01');
    const saved = seen.page.waitForEvent('download');
    await seen.page.getByRole('link', { name: 'Download the tax invoice (PDF)' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('INV-1.pdf');
    expect(await readFile(await file.path(), 'utf8')).toBe(pdf);
  });
});
