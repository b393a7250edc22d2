import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireChromium, startChromium } from './chromium.ts';
import { type DeskStage, hostileReference, signIn, startDesk } from './desk-visitor.ts';
import { follow, press } from './keyboard.ts';
import { expectAccessible, expectSound, textOf } from './page-view.ts';
import { takeScreenshot } from './screenshot.ts';

const chromium = await requireChromium();

describe.skipIf(chromium === undefined)('the desk, in a browser', () => {
  let browser: Browser;
  let desk: DeskStage;
  beforeAll(async () => {
    browser = await startChromium(chromium ?? '');
    desk = await startDesk();
  });
  afterAll(async () => {
    await browser?.close();
    await desk?.stop();
  });

  describe.each(['desktop', 'small'] as const)('(%s)', (screen) => {
    it.each([
      [
        'Demo Dispatcher',
        'Dispatcher, Courier Operations',
        [
          'Desk',
          'Timeline',
          'Alarms',
          'Map',
          'Incidents',
          'Drivers',
          'Vehicles',
          'Telemetry',
          'Sites',
          'Files',
          'Sessions',
        ],
      ],
      [
        'Demo Admin',
        'Administrator, Demo Health Group',
        [
          ...['Jobs', 'Book', 'Reception', 'Prices', 'Sites', 'Invoices', 'Policies'],
          ...['People', 'API clients', 'API keys', 'Requests', 'Audit log'],
          ...['Webhooks', 'Events', 'Usage', 'Sessions'],
        ],
      ],
    ] as const)('shows %s its pages, accessible and by keyboard alone', async (name, role, own) => {
      await using seen = await signIn(browser, desk, { name, screen });
      const { page } = seen;
      expect(await textOf(page)).toContain(`${name} ${role}`);
      await expectSound(seen);
      await expectAccessible(seen);
      const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
      expect(await links.allTextContents()).toEqual(['Start', ...own]);
      for (const label of own) {
        const target = await links.getByText(label, { exact: true }).getAttribute('href');
        await press(page, label);
        await page.waitForURL(`${desk.url}${target}`);
        await expectSound(seen);
        const file = `${target?.slice(1)}-${name}-${screen}`.toLowerCase().replaceAll(/\W/g, '-');
        await takeScreenshot(seen, `desk-${file}`, 'all');
      }
      await press(page, 'Sign out');
      await page.waitForURL(`${desk.url}/signed-out`);
      await expectAccessible(seen);
    });
  });

  it('shows what a tenant wrote as text', async () => {
    await using seen = await signIn(browser, desk, { name: 'Demo Admin', screen: 'desktop' });
    await seen.page.goto(`${desk.url}/jobs?status=booked`);
    expect(await textOf(seen.page)).toContain(hostileReference);
    await expectSound(seen);
  });

  it('assigns by keyboard and by dragging, says what speaks against it, and undoes', async () => {
    await using seen = await signIn(browser, desk, { name: 'Demo Dispatcher', screen: 'desktop' });
    const { page } = seen;
    await page.goto(`${desk.url}/desk/drivers`);
    await page.getByLabel('First name').fill('Naledi');
    await page.getByLabel('Last name').fill('Example');
    await follow(page, 'Add the driver');
    await page.goto(`${desk.url}/desk/vehicles`);
    await page.getByLabel('Number plate').fill('CA 123-456');
    await follow(page, 'Add the vehicle');
    await page.goto(`${desk.url}/desk/timeline`);
    for (const name of ['job', 'driver_id', 'vehicle_id']) {
      await page.locator(`select[name=${name}]`).focus();
      await page.keyboard.press('ArrowDown');
    }
    await page.getByLabel('They take this job').check();
    await press(page, 'Assign');
    const notice = page.getByRole('region', { name: 'Latest assignment' });
    await notice.getByText(/^SVC-\w+ is assigned to Naledi Example, by Demo Dispatcher/).waitFor();
    const table = page.getByRole('region', { name: 'Jobs of the timeline' });
    await table.getByText('No cold box on file for the vehicle').waitFor();

    const { ref } = await desk.book();
    await page.reload();
    const block = await page.locator('a.block', { hasText: ref }).boundingBox();
    const row = await page.locator('li[data-driver]').first().boundingBox();
    if (!block || !row) throw new Error('block and row are shown');
    await page.mouse.move(block.x + 10, block.y + 10);
    await page.mouse.down();
    await page.mouse.move(block.x + 20, row.y + row.height / 2, { steps: 5 });
    await page.mouse.up();
    await page.getByText('Naledi Example is chosen: confirm it in the form.').waitFor();
    await page.keyboard.press('Space');
    await press(page, 'Assign');
    await notice.getByText(`${ref} is assigned to Naledi Example`).waitFor();
    await table.getByText('At the same time as SVC-').first().waitFor();
    await takeScreenshot(seen, 'desk-timeline');
    await expectAccessible(seen);
    await page.getByLabel('Undo it').check();
    await press(page, `Undo the assignment of ${ref}`);
    await page.locator('li:not([data-driver]) a', { hasText: ref }).waitFor();
    await expectSound(seen);
  });

  it('skips to the content', async () => {
    await using seen = await signIn(browser, desk, { name: 'Demo Admin', screen: 'desktop' });
    await press(seen.page, 'Skip to content');
    expect(await seen.page.evaluate('document.activeElement?.id')).toBe('main');
  });

  it('signs out everywhere: the other browser, too', async () => {
    const person = { name: 'Demo Booker', screen: 'desktop' } as const;
    await using one = await signIn(browser, desk, person);
    await using other = await signIn(browser, desk, person);
    await other.page.goto(`${desk.url}/sessions`);
    expect(await other.page.getByRole('row').count()).toBe(3);
    await press(other.page, 'Sign out everywhere');
    await other.page.waitForURL(`${desk.url}/signed-out`);
    for (const { page } of [one, other]) {
      await page.goto(`${desk.url}/jobs`);
      expect(await page.title()).toBe('Development sign-in');
    }
  });

  it('ends a single session, and leads back to the page that was wanted', async () => {
    const person = { name: 'Demo Viewer', screen: 'desktop' } as const;
    await using one = await signIn(browser, desk, person);
    await using other = await signIn(browser, desk, person);
    await other.page.goto(`${desk.url}/sessions`);
    await press(other.page, 'End the session of Chrome on Linux');
    await expect.poll(() => other.page.getByRole('row').count()).toBe(2);
    await one.page.goto(`${desk.url}/jobs?status=booked`);
    await press(one.page, person.name);
    await one.page.waitForURL(`${desk.url}/jobs?status=booked`);
  });
});
