/** The frame of every page: navigation by keyboard, sign-out, and sessions in several browsers. */
import { expect, it } from 'vitest';
import { type GivenDesk, signIn } from './desk-visitor.ts';
import { press } from './keyboard.ts';
import { expectAccessible, expectSound, textOf } from './page-view.ts';
import { takeScreenshot } from './screenshot.ts';

const ofDispatcher = [
  ...[
    'Dispatch',
    'Timeline',
    'Alarms',
    'Map',
    'Incidents',
    'Drivers',
    'Vehicles',
    'Boxes',
    'Consumables',
    'Telemetry',
  ],
  ...['Sites', 'Files', 'Sessions'],
];
const ofAdmin = [
  ...['Jobs', 'Book', 'Routes', 'Reception', 'Prices', 'Sites', 'Invoices', 'Policies'],
  ...['People', 'Audit log', 'API clients', 'API keys', 'Requests'],
  ...['Webhooks', 'Events', 'Usage', 'Sessions'],
];

export function deskFrame(given: GivenDesk): void {
  it.each([
    ['Demo Dispatcher', 'desktop', 'Dispatcher, Courier Operations', ofDispatcher],
    ['Demo Admin', 'small', 'Administrator, Demo Health Group', ofAdmin],
  ] as const)('shows %s its pages by keyboard alone (%s)', async (name, screen, role, own) => {
    const { url } = given().desk;
    await using seen = await signIn(given(), { name, screen });
    const { page } = seen;
    await expectAccessible(seen);
    const open = async () => {
      const menu = page.getByRole('button', { name: 'Menu' });
      const isShut = screen === 'small' && !(await page.locator('#pages').isVisible());
      if (isShut) await menu.click();
    };
    await open();
    expect(await textOf(page)).toContain(`${name} ${role}`);
    await expectAccessible(seen);
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    expect(await links.allTextContents()).toEqual(['Start', ...own]);
    for (const label of own) {
      await open();
      const target = await links.getByText(label, { exact: true }).getAttribute('href');
      await press(page, label);
      await page.waitForURL(`${url}${target}`);
      await expectSound(seen);
      const file = `${target?.slice(1)}-${name}-${screen}`.toLowerCase().replaceAll(/\W/g, '-');
      await takeScreenshot(seen, `desk-${file}`, 'all');
    }
    await press(page, 'Skip to content');
    expect(await page.evaluate('document.activeElement?.id')).toBe('main');
    await page.reload();
    await open();
    await press(page, 'Sign out');
    await page.waitForURL(`${url}/signed-out`);
    await expectAccessible(seen);
  });

  it('goes from any page to another one, or to a job, by the palette', async () => {
    const { url, book } = given().desk;
    const { id, ref } = await book();
    await using seen = await signIn(given(), { name: 'Demo Dispatcher', path: '/desk/sites' });
    const { page } = seen;
    const goTo = async (text: string, option: RegExp) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(text);
      const chosen = page.getByRole('option', { name: option, selected: true });
      await chosen.waitFor();
    };
    await goTo('timel', /^Timeline/);
    await expectAccessible(seen);
    await takeScreenshot(seen, 'desk-palette', 'all');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${url}/desk/timeline`);
    await goTo(ref, new RegExp(`^${ref}`));
    await page.keyboard.press('Enter');
    await page.waitForURL(`${url}/desk/jobs/${id}`);
    await page
      .locator('[data-nav-count=unassigned]')
      .filter({ hasText: 'without a driver' })
      .waitFor();
    await expectSound(seen);
  });

  it('ends a single session, and leads back to the page that was wanted', async () => {
    const { url } = given().desk;
    const name = 'Demo Viewer';
    await using one = await signIn(given(), { name });
    await using other = await signIn(given(), { name, path: '/sessions' });
    const rows = () => other.page.getByRole('row').count();
    const before = await rows();
    await press(other.page, 'End the session of Chrome on Linux');
    await expect.poll(rows).toBe(before - 1);
    await one.page.goto(`${url}/jobs?status=booked`);
    await press(one.page, name);
    await one.page.waitForURL(`${url}/jobs?status=booked`);
  });
}
