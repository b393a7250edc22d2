/** The QR code that enrols a phone, read by other decoders from the page as it is shown. */
import { join } from 'node:path';
import { tracking } from '@svc/contracts';
import { readWithZbar, readWithZxing } from '@svc/devnet';
import { createClients } from '@svc/kit/client';
import { expect, it } from 'vitest';
import { type GivenDesk, signIn } from './desk-visitor.ts';
import { expectAccessible } from './page-view.ts';
import { takeScreenshot } from './screenshot.ts';

export function deviceEnrolment(given: GivenDesk): void {
  it('is read from its QR code, in light and dark, and enrols', async () => {
    const { browser, desk, dir } = given();
    const meta = { tenant: 'ten_operator', actor: 'test', requestId: 'test' };
    const own = createClients({ tracking }, desk.stage.transport, meta);
    const name = { first_name: 'Naledi', last_name: 'Mokoena' };
    const { id } = await own.tracking.createDriver(name);
    const path = `/desk/drivers/${id}/devices`;
    await using seen = await signIn(given(), { name: 'Demo Dispatcher', path });
    const { page } = seen;
    await page.getByRole('button', { name: 'Make a link' }).click();
    const shown = page.getByText(/\/app\/#enrol=/).first();
    const link = (await shown.textContent())?.trim() ?? '';
    expect(link).toMatch(/^http\S+\/app\/#enrol=\S+$/);

    const picture = page.getByRole('img', { name: 'QR code of the link' });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const file = join(dir, `${colorScheme}.png`);
      await picture.screenshot({ path: file });
      expect(await readWithZxing(file), `ZXing, ${colorScheme}`).toEqual([link]);
      expect(await readWithZbar(file), `ZBar, ${colorScheme}`).toEqual([link]);
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
}
