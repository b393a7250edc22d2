/** The components of pages, as whoever works on them sees them at `/design`, and their pictures. */
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireChromium, startChromium } from './chromium.ts';
import { type StandIn, startStandIn } from './desk-stand-in.ts';
import { expectAccessible, expectSound } from './page-view.ts';
import { differenceOf } from './picture.ts';

const chromium = await requireChromium();
const folder = join(import.meta.dirname, 'design');
const howToRenew =
  'Look at both. Where the change is meant: SVC_SCREENSHOTS=1 npm test -- test/pages/design.test.ts';

describe.skipIf(chromium === undefined)('the components of pages', () => {
  let browser: Browser;
  let standIn: StandIn;
  beforeAll(async () => {
    // Letters as their outlines are, whatever the machine's fonts are set to.
    browser = await startChromium(chromium ?? '', [
      '--font-render-hinting=none',
      '--force-color-profile=srgb',
    ]);
    const env = { SVC_OIDC_ISSUER: 'http://127.0.0.1:8090' };
    standIn = await startStandIn(browser, { env });
  });
  afterAll(async () => {
    await browser?.close();
    await standIn?.stop();
  });

  it.each(['desktop', 'small'] as const)('are sound and accessible (%s)', async (screen) => {
    await using seen = await standIn.open('/design', { screen });
    await expectSound(seen);
    await expectAccessible(seen);
  });

  it.each(['light', 'dark'] as const)('look as their pictures do in %s', async (colorScheme) => {
    await using seen = await standIn.open('/design', { screen: 'desktop' });
    const { page } = seen;
    await page.emulateMedia({ colorScheme });
    await page.evaluate('document.fonts.ready');
    const differences: string[] = [];
    for (const section of await page.locator('main > .card').all()) {
      const heading = await section.getByRole('heading').first().getAttribute('id');
      const actual = await section.screenshot({ animations: 'disabled', caret: 'hide' });
      const found = await differenceOf({ folder, name: `${colorScheme}-${heading}`, actual });
      if (found !== undefined) differences.push(found);
    }
    expect(differences, howToRenew).toEqual([]);
  });
});
