/** A stop: several jobs at one door, by one act on the phone and a milestone for each at the server. */
import { photoPng } from '@svc/simulators/images';
import { randomFor } from '@svc/simulators/random';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { noProof, seal } from '../desk.ts';
import { appUnderTest, chromium } from './app-under-test.ts';
import { openJob, record, sign, stepButton, takePhoto } from './courier-hands.ts';
import { type BookedJob, chainOf } from './courier-stand.ts';
import { expectEmpty, expectGood, picture, storedIn } from './handset.ts';

/** Longest way to three tubes at one door, taps without typing. */
const tapsMax = 8;

const countTaps = (page: Page): Promise<void> =>
  page.evaluate(`if (window.taps === undefined)
    addEventListener('pointerdown', () => { window.taps += 1; }, { capture: true });
    window.taps = 0`);

/** A tap on a field, and its text. */
async function enter(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).first().tap();
  await page.keyboard.type(text);
}

interface Sent {
  id: string;
  seq: number;
  job_id: string;
  fields: Record<string, unknown>;
}

describe.skipIf(chromium === undefined)('a stop of the run', () => {
  const app = appUnderTest();
  const atOneDoor = async (requirements: object[] = [{}, {}, {}]) => {
    const driver = await app.stand.newDriver();
    const jobs: BookedJob[] = [];
    for (const each of requirements) {
      jobs.push(await driver.job({ requirements: { ...noProof, ...each } }));
    }
    const handset = await app.newHandset(driver);
    const page = handset.page();
    const [first] = jobs;
    const card = page.getByRole('link', { name: String(first?.ref) });
    await card.filter({ hasText: `${jobs.length} jobs` }).waitFor();
    return { driver, jobs, handset, page, card };
  };
  const roadOf = async ({ id }: BookedJob) => (await chainOf(app.stand, id)).slice(2);
  const timelineOf = async ({ id }: { id: string }) =>
    (await app.stand.desk.jobs.getForDesk({ id })).timeline.map(({ type }) => type);

  it('takes three tubes at one door in eight taps, without a network, and hands them over in eight', async () => {
    const { jobs, handset, page, card } = await atOneDoor([{}, {}, { signature: true }]);
    await expectGood(page);
    await picture(page, 'app-stops');
    await handset.goOffline();
    await countTaps(page);
    await card.tap();
    await stepButton(page, 'Collect the parcels').tap();
    await enter(page, 'Seal number', seal);
    await enter(page, 'Temperature in the box', '4,2');
    await page.getByRole('button', { name: 'Counted: all 3 as booked' }).tap();
    await page.getByRole('button', { name: /^Record/ }).tap();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    expect(await page.evaluate('window.taps')).toBeLessThanOrEqual(tapsMax);
    const stored = await storedIn<Sent>(handset, 'action');
    const sent = stored.toSorted((a, b) => a.seq - b.seq);
    const fields = { seal, parcels_scanned: 1, box_temperature_c: 4.2 };
    expect(sent).toMatchObject(jobs.map(({ id }) => ({ job_id: id, type: 'collect', fields })));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(3);

    await countTaps(page);
    await card.tap();
    await stepButton(page, 'Hand over').tap();
    await enter(page, 'Who takes the parcels', 'Sample intake');
    await enter(page, 'Seal number', seal);
    await sign(page);
    await page.getByRole('button', { name: /^Record/ }).tap();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    expect(await page.evaluate('window.taps')).toBeLessThanOrEqual(tapsMax);
    await page.locator('#status').filter({ hasText: '6 waiting' }).waitFor();
    await handset.kill();
    await handset.goOnline();
    await expectEmpty(handset);
    for (const job of jobs) {
      expect((await roadOf(job)).map(({ type }) => type)).toEqual(['collected', 'delivered']);
    }
    expect(handset.complaints).toEqual([]);
    await handset.close();
  });

  it('asks each job for its own, shares the rest, and files signature and photo for every job', async () => {
    const proof = { photo: true, signature: true };
    const { jobs, handset, page, card } = await atOneDoor([proof, { ...proof, otp: true }]);
    await card.click();
    await stepButton(page, 'Collect the parcels').click();
    await expectGood(page);
    await page.getByLabel('Seal number').first().fill(seal);
    await page.getByLabel('Temperature in the box').first().fill('11');
    await page.getByText('11 °C is outside 2 to 8 °C').waitFor();
    await record(page);
    await page.locator('[aria-invalid]').first().waitFor();
    await expectGood(page);
    await page.getByLabel('Temperature in the box').first().fill('4');
    await page.getByText(`More for ${jobs[1]?.ref}`).click();
    await page.getByLabel('Seal number').last().fill('SL-00777');
    await page.getByRole('button', { name: 'Counted: all 2 as booked' }).click();
    const counts = async () =>
      (await storedIn<Sent & { entries: Record<string, string> }>(handset, 'draft')).map(
        ({ entries }) => entries.parcels_scanned,
      );
    await expect.poll(counts).toEqual(['1', '1']);
    await handset.kill();
    const again = handset.page();
    expect(await again.getByLabel('Seal number').first().inputValue()).toBe(seal);
    expect(await again.getByLabel('Seal number').last().inputValue()).toBe('SL-00777');
    await picture(again, 'app-stop-form');
    await record(again);
    await again.getByRole('heading', { name: 'Today' }).waitFor();
    await expectEmpty(handset);

    await again.getByRole('link', { name: String(jobs[0]?.ref) }).click();
    await expectGood(again);
    await picture(again, 'app-stop');
    await stepButton(again, 'Hand over').click();
    await again.getByLabel('Who takes the parcels').fill('Sample intake');
    await again.getByLabel('Seal number').nth(0).fill(seal);
    await again.getByLabel('Seal number').nth(1).fill('SL-00777');
    await again.getByLabel('Handover code').fill(jobs[1]?.code ?? '');
    await sign(again);
    await takePhoto(again, photoPng(randomFor(9, 9)));
    await expectGood(again);
    await record(again);
    await again.getByRole('heading', { name: 'Today' }).waitFor();
    await expectEmpty(handset);
    const delivered = await Promise.all(jobs.map(async (job) => (await roadOf(job)).at(-1)));
    const digests = delivered.map((event) => event?.details?.photo_sha256);
    expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(digests[1]).toBe(digests[0]);
    expect(delivered.map((event) => event?.seal)).toEqual([seal, 'SL-00777']);
    expect(handset.complaints).toEqual([]);
    await handset.close();
  });

  it('has a refusal of one job told for it alone, and the others sent', async () => {
    const { jobs, handset, page, card } = await atOneDoor([{}, { pickup_otp: true }, {}]);
    const [, coded] = jobs;
    await card.click();
    await stepButton(page, 'Collect the parcels').click();
    await page.getByLabel('Seal number').first().fill(seal);
    await page.getByLabel('Temperature in the box').first().fill('4');
    const wrong = coded?.pickupCode === '000000' ? '000001' : '000000';
    await page.getByLabel('Pickup code').fill(wrong);
    await page.getByRole('button', { name: /^Counted/ }).click();
    await record(page);
    await page.locator('#status').filter({ hasText: '1 refused' }).waitFor();
    for (const job of [jobs[0], jobs[2]]) {
      if (job) expect(await timelineOf(job)).toContain('collected');
    }
    await openJob(handset, coded ?? { id: '', ref: '' });
    await page.getByRole('link', { name: 'Correct and send again' }).click();
    await page.getByLabel('Pickup code').fill(coded?.pickupCode ?? '');
    await record(page);
    await expectEmpty(handset);
    expect(await timelineOf(coded ?? { id: '' })).toContain('collected');
    await handset.close();
  });

  it('records what is possible when one job was changed, one cancelled and one is left out, and says so', async () => {
    const { jobs, handset, page, card } = await atOneDoor([{}, {}, {}, {}]);
    const [first, changed, out, cancelled] = jobs;
    await card.click();
    await stepButton(page, 'Leave now').dblclick();
    await stepButton(page, 'Say when I arrive').waitFor();
    await expectEmpty(handset);
    for (const job of jobs) expect(await timelineOf(job)).toContain('en_route_pickup');
    await stepButton(page, 'Collection failed').click();
    await page.getByRole('button', { name: 'Closed', exact: true }).click();
    await page.getByLabel(`Leave out ${out?.ref}`).check();
    const reason = 'The clinic has called';
    const id = changed?.id ?? '';
    await app.stand.desk.jobs.reachMilestone({ id, type: 'pickup_failed', reason });
    await app.stand.sender.jobs.cancel({ id: cancelled?.id ?? '', reason });
    await handset.goOffline();
    await handset.goOnline();
    const states = async () =>
      (await storedIn<{ status: string }>(handset, 'job')).map(({ status }) => status);
    await expect.poll(states).toContain('exception');
    await record(page);
    const alert = page.getByRole('alert');
    await alert.filter({ hasText: `${changed?.ref} was not recorded: the job does` }).waitFor();
    await alert.filter({ hasText: `${cancelled?.ref} was not recorded: this job` }).waitFor();
    await expectEmpty(handset, 1);
    expect((await timelineOf(first ?? { id: '' })).at(-1)).toBe('pickup_failed');
    expect(await timelineOf(out ?? { id: '' })).not.toContain('pickup_failed');
    expect((await timelineOf({ id })).filter((type) => type === 'pickup_failed')).toHaveLength(1);
    await handset.close();
  });
});
