/** The queue of a phone: wrong clocks, cut answers, a server that fails, and forms whose job has changed. */
import { photoPng } from '@svc/simulators/images';
import { randomFor } from '@svc/simulators/random';
import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { noProof, seal } from '../desk.ts';
import { appUnderTest, chromium } from './app-under-test.ts';
import {
  fillCollection,
  fillHandOver,
  fillIncident,
  openBookedJob,
  openJob,
  reachState,
  record,
  stepButton,
} from './courier-hands.ts';
import { expectEmpty, storedIn } from './handset.ts';
import { cutAnswer } from './mishaps.ts';

describe.skipIf(chromium === undefined)('the queue of a phone', () => {
  const app = appUnderTest();
  const onTheRoad = (requirements = noProof) => openBookedJob(app, requirements);
  const timelineOf = async (id: string) => {
    const { timeline } = await app.stand.desk.jobs.getForDesk({ id });
    return timeline.map(({ type }) => type);
  };
  const collectJob = async ({ handset, page }: Pick<Road, 'handset' | 'page'>) => {
    await stepButton(page, 'Collect the parcels').click();
    await fillCollection(page, seal);
    await record(page);
    await reachState(handset, 'Collected');
  };
  type Road = Awaited<ReturnType<typeof onTheRoad>>;

  it('takes a step again that a changed clock had put into the future', async () => {
    const { job, handset, page } = await onTheRoad();
    await handset.goOffline();
    await page.evaluate('{ const now = Date.now; Date.now = () => now.call(Date) + 3_600_000; }');
    await stepButton(page, 'Leave now').click();
    await reachState(handset, 'On the way to the pickup');
    await handset.goOnline();
    await page.getByText('refused.').waitFor();
    const beganMs = Date.now();
    await page.getByRole('link', { name: 'Correct and send again' }).click();
    await record(page);
    await expectEmpty(handset);
    const { timeline } = await app.stand.desk.jobs.getForDesk({ id: job.id });
    const departed = timeline.find(({ type }) => type === 'en_route_pickup');
    expect(Date.parse(departed?.at ?? '')).toBeGreaterThan(beganMs - 2_000);
    expect(Date.parse(departed?.at ?? '')).toBeLessThan(Date.now() + 5_000);
    await handset.close();
  });

  it('asks again when an answer was cut on its way, of a file or a milestone', async () => {
    const proof = { ...noProof, signature: true, photo: true, id_check: true };
    const { job, handset, page } = await onTheRoad(proof);
    await collectJob({ handset, page });
    await expectEmpty(handset);
    await handset.goOffline();
    await stepButton(page, 'Hand over').click();
    await fillHandOver(page, { seal, code: undefined, photo: photoPng(randomFor(4, 4)) });
    await record(page);
    await reachState(handset, 'Handed over');
    const cut = new Set<string>();
    await handset.context.route('**/v1/ops/**', async (route: Route) => {
      const key = route.request().headers()['idempotency-key'] ?? '';
      if (cut.has(key)) return route.continue();
      cut.add(key);
      return cutAnswer(route);
    });
    // Each cut answer lets time pass before the next attempt, unless the network comes back.
    await expect
      .poll(
        async () => {
          await handset.goOffline();
          await handset.goOnline();
          return (await storedIn(handset, 'action')).length;
        },
        { timeout: 60_000, interval: 500 },
      )
      .toBe(0);
    expect(cut.size).toBe(3);
    await expectEmpty(handset);
    expect(await timelineOf(job.id)).toEqual(['booked', 'assigned', 'collected', 'delivered']);
    await handset.close();
  });

  it('sends the other jobs while the server fails at one', async () => {
    const { driver, job, handset, page } = await onTheRoad();
    const other = await driver.job({ requirements: noProof });
    await handset.goOffline();
    await handset.goOnline();
    await expect.poll(async () => (await storedIn(handset, 'job')).length).toBe(2);
    await handset.goOffline();
    for (const each of [job, other]) {
      await openJob(handset, each);
      await stepButton(page, 'Leave now').click();
      await reachState(handset, 'On the way to the pickup');
    }
    await handset.context.route(`**/v1/ops/jobs/${job.id}/milestones`, (route) =>
      route.fulfill({ status: 500, json: { code: 'internal_error' } }),
    );
    await handset.goOnline();
    await page.locator('#status').filter({ hasText: '1 waiting' }).waitFor();
    expect(await timelineOf(other.id)).toContain('en_route_pickup');
    expect(await timelineOf(job.id)).not.toContain('en_route_pickup');
    await handset.context.unroute(`**/v1/ops/jobs/${job.id}/milestones`);
    await handset.goOffline();
    await handset.goOnline();
    await expectEmpty(handset);
    expect(await timelineOf(job.id)).toContain('en_route_pickup');
    await handset.close();
  });

  it('says why nothing was recorded when the job has changed, and keeps the form', async () => {
    const { job, handset, page } = await onTheRoad();
    await stepButton(page, 'Collect the parcels').click();
    await fillCollection(page, seal);
    const reason = 'The clinic has called';
    await app.stand.desk.jobs.reachMilestone({ id: job.id, type: 'pickup_failed', reason });
    await handset.goOffline();
    await handset.goOnline();
    const status = async () => (await storedIn<{ status: string }>(handset, 'job'))[0]?.status;
    await expect.poll(status).toBe('exception');
    await record(page);
    await page.getByRole('alert').filter({ hasText: 'Nothing was recorded' }).waitFor();
    await app.stand.desk.jobs.reachMilestone({ id: job.id, type: 'resume' });
    await handset.goOffline();
    await handset.goOnline();
    await expect.poll(status).toBe('assigned');
    await record(page);
    await reachState(handset, 'Collected');
    await expectEmpty(handset);
    await handset.close();
  });

  it('keeps a form with a photo whose job has left the run, until the courier discards it', async () => {
    const { job, handset, page } = await onTheRoad();
    await stepButton(page, 'Report an incident').click();
    const photo = photoPng(randomFor(5, 5));
    await fillIncident(page, { description: 'The bag is torn', photo });
    await app.stand.sender.jobs.cancel({ id: job.id, reason: 'The bag is torn' });
    await handset.goOffline();
    await handset.goOnline();
    const left = async () => (await storedIn<{ has_left?: boolean }>(handset, 'job'))[0]?.has_left;
    await expect.poll(left).toBe(true);
    await openJob(handset, job);
    await page.getByText('not in your run at the moment').waitFor();
    await page.getByRole('link', { name: 'Go on: Report an incident' }).click();
    await page.locator('#photo-state').filter({ hasText: 'Kept.' }).waitFor();
    await openJob(handset, job);
    await page.getByText('Discard what is begun').click();
    await page.getByRole('button', { name: 'Discard the forms' }).click();
    await page.getByRole('heading', { level: 1, name: 'Job', exact: true }).waitFor();
    await expectEmpty(handset);
    await handset.close();
  });

  it('opens the job, not a second form, at the address of one that was recorded', async () => {
    const { job, handset, page } = await onTheRoad();
    await collectJob({ handset, page });
    await stepButton(page, 'Scan on the way').click();
    await page.getByLabel('Where the parcels are').fill('Hub 1');
    await page.getByLabel('Seal number').fill(seal);
    const { hash } = new URL(page.url());
    await record(page);
    await reachState(handset, 'Collected');
    await expectEmpty(handset);
    await page.goto(`${app.stand.origin}/app/${hash}`);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: job.ref, exact: true }).waitFor();
    await stepButton(page, 'Scan on the way').waitFor();
    expect(await storedIn(handset, 'draft')).toEqual([]);
    expect((await timelineOf(job.id)).filter((type) => type === 'scanned')).toHaveLength(1);
    await handset.close();
  });

  it('leaves no image behind when a refused hand-over is discarded while it is corrected', async () => {
    const proof = { ...noProof, photo: true, signature: true, otp: true, id_check: true };
    const { job, handset, page } = await onTheRoad(proof);
    await collectJob({ handset, page });
    await stepButton(page, 'Hand over').click();
    const code = job.code === '000000' ? '000001' : '000000';
    await fillHandOver(page, { seal, code, photo: photoPng(randomFor(6, 6)) });
    await record(page);
    await page.getByRole('link', { name: 'Correct and send again' }).click();
    await page.getByRole('button', { name: 'Record again' }).waitFor();
    expect(await storedIn(handset, 'image')).toHaveLength(4);
    await openJob(handset, job);
    await page.getByText('Discard', { exact: true }).click();
    await page.getByRole('button', { name: 'Discard: Handed over' }).click();
    await expectEmpty(handset);
    await handset.close();
  });

  it('files the signature with its last stroke, also when "Record" follows at once', async () => {
    const { handset, page } = await onTheRoad({ ...noProof, signature: true });
    await collectJob({ handset, page });
    await expectEmpty(handset);
    await handset.goOffline();
    await stepButton(page, 'Hand over').click();
    await page.getByLabel('Who takes the parcels').fill('Sample intake');
    await page.getByLabel('Seal number').fill(seal);
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    const strokes = `(async () => {
      const canvas = document.querySelector('dialog canvas');
      canvas.setPointerCapture = () => undefined;
      const box = canvas.getBoundingClientRect();
      const point = (type, x, y) => canvas.dispatchEvent(
        new PointerEvent(type, { clientX: box.x + x, clientY: box.y + y, pointerId: 1 }));
      const stroke = (y) => {
        point('pointerdown', 20, y);
        point('pointermove', 200, y);
        point('pointerup', 200, y);
      };
      stroke(20);
      stroke(60);
      document.querySelector('form').requestSubmit();
      const blob = await new Promise((done) => canvas.toBlob(done, 'image/png'));
      const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
      return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    })()`;
    const last = await page.evaluate<string>(strokes);
    await reachState(handset, 'Handed over');
    const [action] = await storedIn<{ files: { sha256: string }[] }>(handset, 'action');
    expect(action?.files.map(({ sha256 }) => sha256)).toEqual([last]);
    await handset.goOnline();
    await expectEmpty(handset);
    await handset.close();
  });

  it('waits, and is not revoked, when a refusal of its token does not tell the time', async () => {
    const { handset, page } = await onTheRoad();
    await handset.goOffline();
    let refusals = 0;
    await handset.context.route('**/oauth/token', (route) => {
      refusals += 1;
      return route.fulfill({ status: 401, json: { error: 'invalid_client' } });
    });
    await handset.reload();
    await stepButton(page, 'Leave now').click();
    await handset.goOnline();
    await expect.poll(() => refusals).toBeGreaterThan(0);
    await handset.context.unroute('**/oauth/token');
    await handset.goOffline();
    await handset.goOnline();
    await expectEmpty(handset);
    await reachState(handset, 'On the way to the pickup');
    await handset.close();
  });
});
