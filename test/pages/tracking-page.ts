import { expect, it } from 'vitest';
import type { Given } from './fixtures.ts';
import { everyViewer, expectAccessible, expectSound, textOf, view } from './page-view.ts';
import { seal } from './road.ts';
import { takeScreenshot } from './screenshot.ts';

export function trackingPages(given: Given): void {
  it.each(everyViewer)('tells who comes and when ($screen, script: $script)', async (viewer) => {
    const { browser, underWay } = given();
    await using seen = await view(browser, underWay.trackingUrl, viewer);
    const text = await textOf(seen.page);
    for (const shown of [
      'On the way to the drop-off',
      'Expected at about',
      'Collected and sealed',
      'On the way to drop-off',
      `Seal ${seal}`,
      `${underWay.firstName} is your courier.`,
      `Vehicle ${underWay.registration}`,
      underWay.pickup,
      underWay.dropoff,
    ]) {
      expect(text).toContain(shown);
    }
    await seen.page.getByAltText(`Photo of ${underWay.firstName}`).waitFor();
    // Rejects for bytes that are no image.
    await seen.page.evaluate('document.images[0].decode()');
    await expectSound(seen);
    if (viewer.script) await takeScreenshot(seen, `tracking-${viewer.screen}`);
  });

  it.each(['phone', 'desktop'] as const)('is accessible (%s)', async (screen) => {
    const { browser, underWay, delivered } = given();
    for (const { trackingUrl } of [underWay, delivered]) {
      await using seen = await view(browser, trackingUrl, { screen });
      await expectAccessible(seen);
    }
  });

  it('shows a milestone as it is told, without a reload, until the hand-over', async () => {
    const { browser, road } = given();
    const ride = await road.ride();
    await using seen = await view(browser, ride.trackingUrl, { screen: 'phone' });
    const { page } = seen;
    await page.getByText('This page updates by itself.').waitFor();
    await page.evaluate("document.body.setAttribute('data-loaded', 'once')");
    await ride.report({ type: 'scan', location: 'Hub 1', seal });
    await page.getByRole('listitem').filter({ hasText: 'Scanned at hand-off' }).waitFor();
    await ride.deliver();
    await page.getByRole('heading', { level: 1, name: 'Delivered' }).waitFor();
    await page.getByText('Nothing more will happen here.').waitFor();
    expect(await page.title()).toMatch(/^Delivered: /);
    expect(await textOf(page)).not.toContain(ride.firstName);
    expect(await page.locator('body').getAttribute('data-loaded')).toBe('once');
    expectNone(await page.content(), ride.secrets);
    await expectSound(seen);
    await expectAccessible(seen);
  });

  it('keeps recipient, surname and handover code to itself', async () => {
    const { underWay, delivered } = given();
    for (const { trackingUrl, secrets } of [underWay, delivered]) {
      expectNone(await (await fetch(trackingUrl)).text(), secrets);
    }
  });
}

export function expectNone(text: string, secrets: readonly string[]): void {
  for (const secret of secrets) expect(text).not.toContain(secret);
}
