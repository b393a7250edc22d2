import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StandIn, startStandIn } from './desk-stand-in.ts';
import type { Given } from './fixtures.ts';
import { expectAccessible, expectSound, textOf } from './page-view.ts';
import { takeScreenshot } from './screenshot.ts';

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

export function sandboxPortal(given: Given): void {
  let standIn: StandIn;
  beforeAll(async () => {
    const { browser, sandbox } = given();
    standIn = await startStandIn(browser, { env: { SVC_SANDBOX_URL: sandbox.publicUrl } });
  });
  afterAll(() => standIn?.stop());
  const open = (path: string) => standIn.open(path, { role: 'admin', screen: 'small' });

  it('is a switch away: a test job, an endpoint and its events, and the way back', async () => {
    await using seen = await open('/');
    const { page } = seen;
    const { origin } = standIn;
    const menu = () => page.getByRole('button', { name: 'Menu' }).click();
    await menu();
    await page.getByRole('link', { name: 'Sandbox' }).click();
    await page.waitForURL(`${origin}/sandbox/`);
    expect(await textOf(page)).toContain('Fictional data');

    await page.goto(`${origin}/sandbox/webhooks`);
    await page.getByText('Add an endpoint').click();
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
    await takeScreenshot(seen, 'desk-sandbox-job', 'all');
    await expectSound(seen);
    await expectAccessible(seen);

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

    await menu();
    await page.getByRole('link', { name: 'Back to live' }).click();
    await page.waitForURL(`${origin}/`);
    await page.goto(`${origin}/jobs`);
    expect(await textOf(page)).not.toContain('SANDBOX-1');
  });
}
