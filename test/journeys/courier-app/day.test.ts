/** The courier's app on a whole environment: a job from the run to its proof, with and without a network. */
import { photoPng } from '@svc/simulators/images';
import { randomFor } from '@svc/simulators/random';
import { describe, expect, it } from 'vitest';
import { seal } from '../desk.ts';
import { appUnderTest, chromium } from './app-under-test.ts';
import {
  fillCollection,
  fillHandOver,
  handedOver,
  reachState,
  record,
  stepButton,
} from './courier-hands.ts';
import { chainOf } from './courier-stand.ts';
import { expectEmpty, expectGood, imageDigests, picture } from './handset.ts';

describe.skipIf(chromium === undefined)("the courier's app", () => {
  const app = appUnderTest();

  it('takes a job from the run to its proof without a network, and sends all of it afterwards', async () => {
    const driver = await app.stand.newDriver();
    const job = await driver.job();
    const handset = await app.newHandset(driver);
    const page = handset.page();
    await page.getByRole('link', { name: job.ref }).click();
    await handset.goOffline();
    await stepButton(page, 'Leave now').dblclick();
    await reachState(handset, 'On the way to the pickup');
    await stepButton(page, 'Collect the parcels').click();
    const warning = page.getByText('11,8 °C is outside 2 to 8 °C');
    await page.getByLabel('Temperature in the box').fill('11,8');
    await warning.waitFor();
    await fillCollection(page, seal);
    await warning.waitFor({ state: 'detached' });
    await record(page);
    await reachState(handset, 'Collected');
    await handset.reload();
    await stepButton(page, 'Leave now').click();
    await reachState(handset, 'On the way to the drop-off');
    await stepButton(page, 'Hand over').click();
    const photo = photoPng(randomFor(1, 1));
    await fillHandOver(page, { seal, code: job.code, photo });
    const taken = await imageDigests(handset, job.id);
    await record(page);
    await reachState(handset, 'Handed over');
    await page.locator('#status').filter({ hasText: '4 waiting' }).waitFor();
    await handset.goOnline();
    await expectEmpty(handset);
    await handedOver(page).waitFor();
    await page.getByRole('link', { name: 'Back to the run' }).click();
    await page.getByText('Parcels handed over').waitFor();
    await page.locator('dd').filter({ hasText: 'all ✓' }).waitFor();
    await expectGood(page);
    await picture(page, 'app-summary');

    const events = await chainOf(app.stand, job.id);
    const onTheRoad = events.slice(2).map(({ type }) => type);
    expect(onTheRoad).toEqual(['collected', 'departed', 'delivered']);
    expect(events.at(-1)?.details).toMatchObject({
      photo_sha256: taken.photo,
      signature_sha256: taken.signature,
    });
    expect(handset.complaints).toEqual([]);
    await handset.close();
  });
});
