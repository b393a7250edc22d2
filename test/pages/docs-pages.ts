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
  '/docs/architecture/operations',
];
/** A4 less its margins, at 96 dpi. */
const sheet = { width: 718, height: 1000 };
/** Elements with more in them than is printed. */
const cut = `[...document.querySelectorAll('main, main *')]
  .filter((each) => !['visible', 'clip'].includes(getComputedStyle(each).overflowX) || each.matches('main'))
  .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
  .map((each) => each.outerHTML.slice(0, 120))`;

/** What leads elsewhere, and panels that are hidden. */
const shownOnPaper = `[...document.querySelectorAll('nav, header.top, .tools, [role=tabpanel]')]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }) !== each.matches('[role=tabpanel]'))
  .map((each) => each.outerHTML.slice(0, 120))`;

/** Ink and background of code, which every page has. */
const colours = `[getComputedStyle(document.body).color,
  getComputedStyle(document.querySelector('main code, main pre')).backgroundColor]`;

/** So long that its rules take half a minute: checked on one screen. */
const longest = '/docs/reference/resources';

async function look(seen: View, name: string): Promise<void> {
  await expectSound(seen);
  for (const colorScheme of ['light', 'dark'] as const) {
    await seen.page.emulateMedia({ colorScheme });
    await takeScreenshot(seen, `${name}-${colorScheme}`, 'all');
  }
  if (name === 'docs-desktop') await takeScreenshot(seen, 'docs-home');
}

/** Whole on paper, without what leads elsewhere. */
async function expectPrintable(seen: View, name: string): Promise<void> {
  const { page } = seen;
  const screen = page.viewportSize();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize(sheet);
  try {
    expect(await page.evaluate<string[]>(shownOnPaper)).toEqual([]);
    expect(await page.evaluate<string[]>(cut)).toEqual([]);
    const onPaper = ['rgb(0, 0, 0)', 'rgb(243, 245, 247)'];
    expect(await page.evaluate<string[]>(colours)).toEqual(onPaper);
    await takeScreenshot(seen, `print-${name}`, 'all');
  } finally {
    await page.emulateMedia({ media: null, colorScheme: null });
    if (screen) await page.setViewportSize(screen);
  }
}

export function docsPages(given: Given): void {
  it.each(paths)('%s is sound and accessible on any screen, and on paper', async (path) => {
    const { browser, road } = given();
    const name = path.slice(1).replaceAll('/', '-');
    for (const screen of ['small', 'desktop'] as const) {
      await using seen = await view(browser, road.stage.publicUrl + path, { screen });
      await look(seen, `${name}-${screen}`);
      if (path !== longest)
        await expectAccessible(seen, screen === 'small' ? undefined : ['light']);
      else if (screen === 'small') await expectAccessible(seen, ['light']);
      if (screen === 'desktop') await expectPrintable(seen, name);
    }
  });

  it('is complete without a script', async () => {
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
    const url = `${sandbox.publicUrl}/docs/start`;
    await using small = await view(browser, url, { screen: 'small' });
    await look(small, 'sandbox-docs-start-small');
    await using seen = await view(browser, url);
    const { page } = seen;
    const shown = page.locator('output pre');
    const buttons = await page.getByRole('button', { name: 'Run' }).all();
    expect(buttons).toHaveLength(3);
    for (const [before, button] of buttons.entries()) {
      await button.click();
      // An answer moves the buttons below it.
      await expect.poll(() => shown.count()).toBe(before + 1);
    }
    expect(await shown.nth(1).textContent()).toContain('"status": "booked"');
    expect(await shown.nth(0).textContent()).toContain('"total_cents"');
    const text = await textOf(page);
    expect(text).toMatch(/svc-sandbox-session: reader-\w/);
    expect(text).not.toContain('your-session');
    await expectSound(seen);
    await expectAccessible(seen);
  });
}
