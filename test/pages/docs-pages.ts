import { expect, it } from 'vitest';
import type { Given } from './given.ts';
import { expectAccessible, expectSound, view } from './page-view.ts';

const viewers = ['/docs', '/docs/errors', '/docs/events'].flatMap((path) =>
  (['desktop', 'phone'] as const).map((screen) => ({ path, screen })),
);

export function docsPages(given: Given): void {
  it.each(viewers)('$path is sound and accessible ($screen)', async (viewer) => {
    const { browser, road } = given();
    await using seen = await view(browser, road.stage.publicUrl + viewer.path, viewer);
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
