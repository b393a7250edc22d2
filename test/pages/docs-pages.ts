import { expect, it } from 'vitest';
import type { Given } from './fixtures.ts';
import { expectAccessible, expectSound, textOf, type View, view } from './page-view.ts';
import { takeScreenshot } from './screenshot.ts';

/** One page of each kind, and each that is like no other. */
const paths = [
  '/docs',
  '/docs/start',
  '/docs/limits',
  '/docs/errors',
  '/docs/events',
  '/docs/price-book',
  '/docs/changelog',
  '/docs/reference/quotes',
  '/docs/reference/resources',
  '/docs/guides/wholesale-edi',
  '/docs/clients/sdk',
  '/docs/operations/kubernetes',
  '/docs/runbooks/SvcBookingBudgetBurn',
  '/docs/decisions/0009-libraries',
];
const viewers = paths.flatMap((path) =>
  (['desktop', 'small'] as const).map((screen) => ({ path, screen })),
);

/** A4 less its margins, at 96 dpi. */
const sheet = { width: 718, height: 1000 };
/** Elements with more in them than is printed. */
const cut = `[...document.querySelectorAll('main, main *')]
  .filter((each) => !['visible', 'clip'].includes(getComputedStyle(each).overflowX) || each.matches('main'))
  .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
  .map((each) => each.outerHTML.slice(0, 120))`;

/** Ink and background of code, which every page has. */
const colours = `[getComputedStyle(document.body).color,
  getComputedStyle(document.querySelector('main code, main pre')).backgroundColor]`;

async function takeScreenshots(seen: View, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await seen.page.emulateMedia({ colorScheme });
    await takeScreenshot(seen, `${name}-${colorScheme}`, 'all');
  }
}

export function docsPages(given: Given): void {
  it.each(viewers)('$path is sound and accessible ($screen)', async (viewer) => {
    const { path, screen } = viewer;
    const { browser, road } = given();
    await using seen = await view(browser, road.stage.publicUrl + viewer.path, viewer);
    await expectSound(seen);
    await expectAccessible(seen);
    await takeScreenshots(seen, `${path.slice(1).replaceAll('/', '-')}-${screen}`);
  });

  it.each(['desktop', 'small'] as const)('the sandbox is begun soundly (%s)', async (screen) => {
    const { browser, sandbox } = given();
    await using seen = await view(browser, `${sandbox.publicUrl}/docs/start`, { screen });
    await expectSound(seen);
    await expectAccessible(seen);
    await takeScreenshots(seen, `sandbox-docs-start-${screen}`);
  });

  it.each(paths)('%s is printed whole, without what leads elsewhere', async (path) => {
    const { browser, road } = given();
    await using seen = await view(browser, road.stage.publicUrl + path);
    const { page } = seen;
    const screen = page.viewportSize();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.setViewportSize(sheet);
    try {
      for (const hidden of ['nav', 'header.top', '.tools'])
        for (const each of await page.locator(hidden).all())
          expect(await each.isVisible(), hidden).toBe(false);
      const panels = await page.getByRole('tabpanel', { includeHidden: true }).all();
      for (const each of panels) expect(await each.isVisible()).toBe(true);
      expect(await page.evaluate<string[]>(cut)).toEqual([]);
      expect(await page.evaluate<string[]>(colours)).toEqual([
        'rgb(0, 0, 0)',
        'rgb(243, 245, 247)',
      ]);
      await takeScreenshot(seen, `print-${path.slice(1).replaceAll('/', '-')}`, 'all');
    } finally {
      await page.emulateMedia({ media: null, colorScheme: null });
      if (screen) await page.setViewportSize(screen);
    }
  });

  it('is complete without script', async () => {
    const { browser, road } = given();
    const url = `${road.stage.publicUrl}/docs/start`;
    await using seen = await view(browser, url, { script: false, screen: 'small' });
    const text = await textOf(seen.page);
    for (const line of ['svc_courier import', 'package main', 'createClient(', 'oauth/token'])
      expect(text).toContain(line);
    expect(await seen.page.locator('[role=search]').isVisible()).toBe(false);
  });

  it('finds a page by words, from the keyboard, without asking again', async () => {
    const { browser, road } = given();
    await using seen = await view(browser, `${road.stage.publicUrl}/docs`);
    const { page } = seen;
    await page.keyboard.press('/');
    await page.keyboard.type('how do I verify a webhook');
    await page.locator('.results a').first().waitFor();
    await page.context().setOffline(true);
    await page.keyboard.type(' signature');
    const links = page.locator('.results a[href^="/docs/guides/webhooks"]');
    await links.first().waitFor();
    await expectAccessible(seen);
    await page.context().setOffline(false);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/.+/);
    await expectSound(seen);
  });

  it('shows one language at a time, remembers it, and copies', async () => {
    const { browser, road } = given();
    await using seen = await view(browser, `${road.stage.publicUrl}/docs/start`);
    const { page } = seen;
    await page.getByRole('tab', { name: 'Python' }).first().click();
    await page.reload();
    expect(await page.getByRole('tabpanel').allInnerTexts()).toEqual([
      expect.stringContaining('svc.list_sites'),
      expect.stringContaining('svc.book_job'),
    ]);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    await expect.poll(copied).toContain('svc.list_sites');
    await expectAccessible(seen);
  });

  it('runs an example of the sandbox in a session of the reader', async () => {
    const { browser, sandbox } = given();
    await using seen = await view(browser, `${sandbox.publicUrl}/docs/start`);
    const { page } = seen;
    for (const button of await page.getByRole('button', { name: 'Run' }).all()) {
      await button.click();
    }
    const shown = page.locator('output');
    await expect.poll(() => shown.count()).toBe(3);
    await expect.poll(() => shown.nth(1).textContent()).toContain('"status": "booked"');
    await expect.poll(() => shown.nth(0).textContent()).toContain('"total_cents"');
    const text = await textOf(page);
    expect(text).toMatch(/svc-sandbox-session: reader-\w/);
    expect(text).not.toContain('your-session');
    await expectSound(seen);
    await expectAccessible(seen);
  });

  it('is read by checks that see a fault when there is one', async () => {
    const { browser, road } = given();
    const url = `${road.stage.publicUrl}/docs/errors`;
    await using seen = await view(browser, url, { screen: 'phone' });
    await expectSound(seen);
    await seen.page.evaluate("document.body.append(document.createElement('img'))");
    await expect(expectAccessible(seen)).rejects.toThrow('image-alt');
    await seen.page.evaluate("document.body.style.minWidth = '500px'");
    await expect(expectSound(seen)).rejects.toThrow('390');
  });
}
