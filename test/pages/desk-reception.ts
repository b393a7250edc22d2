/** The reception page in a browser whose camera sees the barcode of a specimen. */
import { partner } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { deliver, deskOf, noProof } from '../journeys/desk.ts';
import { type GivenDesk, signIn } from './desk-visitor.ts';
import { enter, follow, press } from './keyboard.ts';
import { expectAccessible, expectSound } from './page-view.ts';
import { takeScreenshot } from './screenshot.ts';

/** Before the camera. */
export const seenByCamera = 'S-0001';
const other = 'S-0002';

const stateOf = (page: Page, barcode: string) =>
  page.locator(`tr[data-barcode="${barcode}"] td`).first();
const barcodeField = (page: Page) => page.getByLabel('Barcode', { exact: true });
/** The field of a new page has the focus, as after each specimen: a hand scanner types into it. */
async function scan(page: Page, barcode: string): Promise<void> {
  await barcodeField(page).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(barcode);
}

export function reception(given: GivenDesk): void {
  /** The page of a delivered job of which a manifest lists both specimens. */
  async function openReception() {
    const { desk } = given();
    const { id, ref } = await desk.book({ sku: 'LAB-STD', reference: '', requirements: noProof });
    const meta = { tenant: 'ten_demo', actor: 'test', requestId: 'test' };
    const specimens = [seenByCamera, other].map((barcode) => ({ barcode, container: 'tube' }));
    await createClients({ partner }, desk.stage.transport, meta).partner.pushManifest({
      ...{ job_id: id, specimens },
    });
    await deliver(deskOf(desk.stage), id);
    const seen = await signIn(given(), { name: 'Demo Booker', path: '/reception' });
    return { seen, ref };
  }

  it('is done with camera and keyboard alone, and says why a verdict is not taken', async () => {
    const { seen: opened, ref } = await openReception();
    await using seen = opened;
    const { page } = seen;
    await follow(page, ref);
    await page.getByRole('heading', { name: `Reception of ${ref}` }).waitFor();
    expect(await stateOf(page, seenByCamera).textContent()).toBe('Expected');
    await press(page, 'Use the camera');
    await page.getByText(`${seenByCamera} was read.`).waitFor();
    expect(await barcodeField(page).inputValue()).toBe(seenByCamera);
    expect(await page.locator('video').isVisible()).toBe(true);
    await expectSound(seen);
    await expectAccessible(seen);
    // The field has the focus, so that the enter key saves.
    const saved = page.waitForEvent('load');
    await page.keyboard.press('Enter');
    await saved;
    expect(await stateOf(page, seenByCamera).textContent()).toBe('Accepted');
    await takeScreenshot(seen, 'reception');

    await scan(page, other);
    await enter(page, 'Verdict', 'Rejected: Container broken');
    await enter(page, 'Note', 'Lid was loose');
    await follow(page, 'Save');
    expect(await stateOf(page, other).textContent()).toBe('Rejected: Container broken');

    await scan(page, other);
    await follow(page, 'Save');
    await page.getByRole('alert').waitFor();
    expect(await barcodeField(page).getAttribute('aria-invalid')).toBe('true');
    expect(seen.complaints.splice(0)).toEqual([expect.stringContaining('status of 4')]);
    await expectAccessible(seen);
  });
}
