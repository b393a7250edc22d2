/** A handover code that too many wrong tries have locked: the hand-over waits, is explained, and is sent. */
import { photoPng } from '@svc/simulators/images';
import { randomFor } from '@svc/simulators/random';
import { describe, expect, it } from 'vitest';
import { seal } from '../desk.ts';
import { appUnderTest, chromium } from './app-under-test.ts';
import { fillCollection, openJob, reachState, record, stepButton } from './courier-hands.ts';
import { expectEmpty, expectGood, storedIn } from './handset.ts';
import { otherCode } from './trip.ts';

const withCode = { otp: true, id_check: false, signature: false, photo: false };
const triesMax = 5;

describe.skipIf(chromium === undefined)('a handover code that is locked', () => {
  const app = appUnderTest();

  it('holds up its job alone, with the reason and the time, until it is open again', async () => {
    const driver = await app.stand.newDriver();
    const [job, other] = [await driver.job({ requirements: withCode }), await driver.job()];
    const handset = await app.newHandset(driver);
    const page = handset.page();
    await page.getByRole('link', { name: job.ref }).waitFor();
    await openJob(handset, job);
    await stepButton(page, 'Collect the parcels').click();
    await fillCollection(page, seal);
    await record(page);
    await reachState(handset, 'Collected');
    await expectEmpty(handset);
    const wrong = { type: 'deliver', recipient: 'Sample intake', seal } as const;
    for (let tries = 0; tries < triesMax; tries += 1) {
      const told = { ...wrong, id: job.id, handover_code: otherCode(job.code) };
      await expect(app.stand.desk.jobs.reachMilestone(told)).rejects.toThrow();
    }
    const locked: number[] = [];
    await handset.context.route(`**/v1/ops/jobs/${job.id}/milestones`, async (route) => {
      const response = await route.fetch();
      locked.push(response.status());
      // The server says 15 minutes.
      await route.fulfill({ response, headers: { ...response.headers(), 'retry-after': '3' } });
    });
    await stepButton(page, 'Hand over').click();
    await page.getByLabel('Who takes the parcels').fill('Sample intake');
    await page.getByLabel('Seal number').fill(seal);
    await page.getByLabel('Handover code').fill(job.code ?? '');
    const buffer = photoPng(randomFor(8, 8));
    const photo = { name: 'photo.png', mimeType: 'image/png', buffer };
    await page.getByLabel('Photo').setInputFiles(photo);
    await page.locator('#photo-state').filter({ hasText: 'Kept.' }).waitFor();
    await record(page);
    await page.getByText('waits until').waitFor();
    await page.getByText('Too many wrong codes').waitFor();
    await expectGood(page);
    expect(locked).toEqual([429]);
    await openJob(handset, other);
    await stepButton(page, 'Leave now').click();
    const entries = async () => {
      const { timeline } = await app.stand.desk.jobs.getForDesk({ id: other.id });
      return timeline.map(({ type }) => type);
    };
    await expect.poll(entries).toContain('en_route_pickup');
    expect(await storedIn(handset, 'image')).toHaveLength(1);

    await app.stand.stage.owner.query(
      'update jobs.job set code_locked_until = null where id = $1',
      [job.id],
    );
    const left = async () => {
      await handset.goOffline();
      await handset.goOnline();
      return (await storedIn(handset, 'action')).length;
    };
    await expect.poll(left, { timeout: 60_000, interval: 500 }).toBe(0);
    await expectEmpty(handset);
    expect((await app.stand.sender.jobs.get({ id: job.id })).status).toBe('delivered');
    expect(handset.complaints).toEqual([]);
    await handset.close();
  });
});
