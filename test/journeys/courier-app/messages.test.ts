/** Messages in the courier's app: both ways, without a network, once each. */
import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { noProof } from '../desk.ts';
import { appUnderTest, chromium } from './app-under-test.ts';
import { openBookedJob, openJob, record } from './courier-hands.ts';
import { expectEmpty, expectGood, type Handset, picture, storedIn } from './handset.ts';
import { cutAnswer } from './mishaps.ts';

describe.skipIf(chromium === undefined)('messages on a phone', () => {
  const app = appUnderTest();
  const textsOf = async (id: string) => {
    const { data } = await app.stand.desk.jobs.listMessages({ id });
    return data.map(({ from, text, read_at }) => [from, text, read_at !== null]);
  };
  const openMessages = async ({ page }: Handset) => {
    await page()
      .getByRole('link', { name: /^Messages/ })
      .click();
    await page()
      .getByRole('heading', { level: 1, name: /^Messages/ })
      .waitFor();
  };
  /** The app reads and sends now. */
  const sync = async (handset: Handset) => {
    await handset.goOffline();
    await handset.goOnline();
  };

  it('a message of the desk is named, shown, and read once its thread was open', async () => {
    const { job, handset, page } = await openBookedJob(app, noProof);
    await app.stand.desk.jobs.sendMessage({ id: job.id, text: 'Wait for instructions' });
    await sync(handset);
    await page
      .locator('#status')
      .filter({ hasText: `New message: ${job.ref}` })
      .waitFor();
    await page.getByRole('link', { name: 'Messages: 1 new' }).waitFor();
    expect(await textsOf(job.id)).toEqual([['desk', 'Wait for instructions', false]]);
    await openMessages(handset);
    await page.getByText('Wait for instructions').waitFor();
    await expect.poll(() => textsOf(job.id)).toEqual([['desk', 'Wait for instructions', true]]);
    await page.locator('#status').filter({ hasNotText: 'New message' }).waitFor();
    await expectGood(page);
    await picture(page, 'app-messages');
    await handset.close();
  });

  it('ready and own texts without a network are sent once each, also when an answer is cut', async () => {
    const { job, handset, page } = await openBookedJob(app, noProof);
    await openMessages(handset);
    await handset.goOffline();
    await page.getByRole('button', { name: 'Running late' }).dblclick();
    await page.getByText('waiting').first().waitFor();
    await page.getByRole('button', { name: 'Write a message' }).click();
    await page.getByLabel('Message to the control desk').fill('The gate is locked');
    await record(page);
    await page.getByRole('heading', { level: 1, name: job.ref, exact: true }).waitFor();
    await handset.reload();
    const waiting = await storedIn<{ fields: { text: string } }>(handset, 'action');
    expect(waiting.map(({ fields }) => fields.text).toSorted()).toEqual([
      'Running late',
      'The gate is locked',
    ]);
    const cut = new Set<string>();
    await handset.context.route('**/v1/courier/jobs/*/messages', async (route: Route) => {
      const key = route.request().headers()['idempotency-key'] ?? '';
      if (key === '' || cut.has(key)) return route.continue();
      cut.add(key);
      return cutAnswer(route);
    });
    await expect
      .poll(
        async () => {
          await sync(handset);
          return (await storedIn(handset, 'action')).length;
        },
        { timeout: 60_000, interval: 500 },
      )
      .toBe(0);
    expect(cut.size).toBe(2);
    await expectEmpty(handset);
    expect((await textsOf(job.id)).toReversed()).toEqual([
      ['courier', 'Running late', false],
      ['courier', 'The gate is locked', false],
    ]);
    const [, latest] = (await app.stand.desk.jobs.listMessages({ id: job.id })).data;
    await app.stand.desk.jobs.readMessages({ id: job.id, up_to: latest?.id ?? '' });
    await sync(handset);
    await openMessages(handset);
    await page
      .getByText(/^, read$/)
      .first()
      .waitFor();
    await handset.close();
  });

  it('messages of a job that the courier has lost leave the phone', async () => {
    const { job, handset, page } = await openBookedJob(app, noProof);
    await app.stand.desk.jobs.sendMessage({ id: job.id, text: 'Call the desk' });
    await sync(handset);
    await page.getByRole('link', { name: 'Messages: 1 new' }).waitFor();
    const { id: driver_id } = await app.stand.newDriver();
    const { vehicle_id } = await app.stand.desk.jobs.getForDesk({ id: job.id });
    await app.stand.desk.jobs.assign({ id: job.id, driver_id, vehicle_id: vehicle_id ?? '' });
    await sync(handset);
    await expect.poll(async () => (await storedIn(handset, 'job')).length).toBe(0);
    // The page that is open follows what is stored.
    await expect.poll(() => openJob(handset, job)).toBe('gone');
    await handset.close();
  });
});
