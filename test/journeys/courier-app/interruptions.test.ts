/**
 * Interrupted trips, from the phone to the desk: incidents, failed collections and failed
 * hand-overs.
 */
import { createHash } from 'node:crypto';
import { until } from '@svc/devnet';
import { verifyBundle } from '@svc/proof/verify/bundle';
import { photoPng } from '@svc/simulators/images';
import { randomFor } from '@svc/simulators/random';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { noProof, seal } from '../desk.ts';
import { appUnderTest, chromium } from './app-under-test.ts';
import {
  fillCollection,
  fillIncident,
  handedOver,
  openBookedJob,
  openJob,
  reachState,
  record,
  stepButton,
} from './courier-hands.ts';
import { expectEmpty, expectGood, imageDigests } from './handset.ts';

async function failHandOver(page: Page): Promise<void> {
  await stepButton(page, 'Hand-over failed').click();
  await page.getByLabel('Why').fill('The laboratory has closed');
  await record(page);
}

async function fillReturn(page: Page): Promise<void> {
  await stepButton(page, 'Hand over').click();
  await page.getByLabel('Who takes the parcels').fill('Sample intake');
  await page.getByLabel('Seal number').fill(seal);
}

describe.skipIf(chromium === undefined)('a job that does not go as planned', () => {
  const app = appUnderTest();
  interface Agreed {
    pickup_otp?: boolean;
    return_otp?: boolean;
    undeliverable?: 'return' | 'ask_desk';
  }
  const onTheRoad = (codes: Agreed = {}) => openBookedJob(app, { ...noProof, ...codes });

  const returnOf = async ({ id }: { id: string }) => {
    const { return_job_id } = await app.stand.sender.jobs.get({ id });
    return app.stand.sender.jobs.get({ id: return_job_id ?? '' });
  };

  it('has an incident with a photo, reported without a network', async () => {
    const { job, handset, page } = await onTheRoad();
    await handset.goOffline();
    await stepButton(page, 'Report an incident').click();
    await record(page);
    await page.getByText('Choose one.').first().waitFor();
    const photo = photoPng(randomFor(7, 7));
    await fillIncident(page, { description: 'Road closed at the bridge', photo });
    const taken = await imageDigests(handset, job.id);
    const reportedMs = Date.now();
    await record(page);
    await page.getByText('Incident,').waitFor();
    await reachState(handset, 'To be collected');
    await handset.kill();
    await handset.goOnline();
    await expectEmpty(handset);
    const { data } = await app.stand.desk.jobs.listIncidents({ job_id: job.id });
    expect(data).toMatchObject([
      { category: 'delay', severity: 'medium', description: 'Road closed at the bridge' },
    ]);
    const [incident] = data;
    expect(Math.abs(Date.parse(incident?.occurred_at ?? '') - reportedMs)).toBeLessThan(10_000);
    const bytes = await (await fetch(incident?.photo_url ?? '')).arrayBuffer();
    const digest = createHash('sha256').update(new Uint8Array(bytes)).digest('hex');
    expect(digest).toBe(taken.photo);
    expect(handset.complaints).toEqual([]);
    await handset.close();
  });

  it('goes on after a failed collection when the control desk says so', async () => {
    const { job, handset, page } = await onTheRoad();
    await stepButton(page, 'Collection failed').click();
    await page.getByRole('button', { name: 'Not ready', exact: true }).click();
    await record(page);
    await reachState(handset, 'Interrupted');
    await stepButton(page, 'Report an incident').waitFor();
    await expectEmpty(handset);
    await expectGood(page);
    const { status } = await app.stand.sender.jobs.get({ id: job.id });
    expect(status).toBe('exception');
    await app.stand.desk.jobs.reachMilestone({ id: job.id, type: 'resume' });
    // The run may have been read meanwhile: then there is nothing to ask.
    await page.evaluate('document.querySelector("#ask-again")?.click()');
    await reachState(handset, 'To be collected');
    await stepButton(page, 'Collect the parcels').click();
    await fillCollection(page, seal);
    await record(page);
    await reachState(handset, 'Collected');
    await expectEmpty(handset);
    expect(handset.complaints).toEqual([]);
    await handset.close();
  });

  it('goes back to the sender after a failed hand-over, with a code at pickup and return', async () => {
    const { job, handset, page } = await onTheRoad({ pickup_otp: true, return_otp: true });
    await stepButton(page, 'Collect the parcels').click();
    await fillCollection(page, seal);
    await record(page);
    await page.getByText('The 6 digits that you are told.').waitFor();
    await expectGood(page);
    const { pickup_code } = await app.stand.sender.jobs.handoverCode({ id: job.id });
    await page.getByLabel('Pickup code').fill(pickup_code ?? '');
    await record(page);
    await reachState(handset, 'Collected');
    await failHandOver(page);
    await page.getByText(/^Hand-over failed \d\d:\d\d$/).waitFor();
    await expectGood(page);
    const back = await returnOf(job);
    await page.getByRole('link', { name: 'Back to the run' }).click();
    await page.getByRole('link', { name: back.ref }).click();
    await reachState(handset, 'Collected');
    await fillReturn(page);
    const { code } = await app.stand.sender.jobs.handoverCode({ id: back.id });
    await page.getByLabel('Handover code').fill(code);
    await record(page);
    await handedOver(page).waitFor();
    await expectEmpty(handset);
    expect((await app.stand.sender.jobs.get({ id: back.id })).status).toBe('delivered');
    expect(handset.complaints).toEqual([]);
    await handset.close();
  });

  it('has its return handed over, also by a phone whose clock was ahead when the hand-over failed', async () => {
    const { job, handset, page } = await onTheRoad();
    await stepButton(page, 'Collect the parcels').click();
    await fillCollection(page, seal);
    await record(page);
    await reachState(handset, 'Collected');
    await expectEmpty(handset);
    await handset.goOffline();
    await page.evaluate('{ const now = Date.now; Date.now = () => now.call(Date) + 30_000; }');
    await failHandOver(page);
    await reachState(handset, 'Interrupted: the control desk decides');
    await handset.goOnline();
    await expectEmpty(handset);
    await handset.reload();
    const back = await returnOf(job);
    await openJob(handset, back);
    await fillReturn(page);
    await record(page);
    await handedOver(page).waitFor();
    await expectEmpty(handset);
    expect((await app.stand.sender.jobs.get({ id: back.id })).status).toBe('delivered');
    await handset.close();
  });

  it('has its seal replaced on the way, without a network, signed by the device', async () => {
    const { job, handset, page } = await onTheRoad();
    await stepButton(page, 'Collect the parcels').click();
    await fillCollection(page, seal);
    await record(page);
    await reachState(handset, 'Collected');
    await expectEmpty(handset);
    await handset.goOffline();
    await stepButton(page, 'Seal replaced').click();
    await page.getByLabel('Where the parcels are').fill('Roadblock N1');
    await page.getByLabel('Old seal number').fill('SL-WRONG');
    await page.getByLabel('New seal number').fill('SL-00777');
    await record(page);
    await page.getByText('Say why it was replaced.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Opened for an inspection' }).click();
    await record(page);
    await page.getByText('Seal replaced,').waitFor();
    await handset.goOnline();
    await page.getByText(`is ${seal}, not SL-WRONG`).waitFor();
    await page.getByRole('link', { name: 'Correct and send again' }).click();
    await page.getByLabel('Old seal number').fill(seal);
    await record(page);
    await expectEmpty(handset);
    await openJob(handset, job);
    await page.locator('dd').filter({ hasText: 'SL-00777' }).waitFor();
    await stepButton(page, 'Hand over').click();
    await page.getByLabel('Who takes the parcels').fill('Sample intake');
    await page.getByLabel('Seal number').fill('SL-00777');
    await record(page);
    await handedOver(page).waitFor();
    await expectEmpty(handset);

    const { data } = await app.stand.desk.jobs.listIncidents({ job_id: job.id });
    expect(data).toMatchObject([
      { description: `Seal ${seal} replaced by SL-00777. Opened for an inspection` },
    ]);
    const bundle = await until(
      async () => {
        const found = await app.stand.sender.custody.bundle({ id: job.id });
        return found.certificate ? found : undefined;
      },
      { timeoutMs: 60_000, what: 'the certificate' },
    );
    const replaced = bundle.custody.events.find(({ details }) => details?.replaced_seal);
    expect(replaced).toMatchObject({ type: 'scanned', seal: 'SL-00777' });
    expect(replaced?.details?.replaced_seal).toBe(seal);
    const verdict = await verifyBundle(bundle);
    expect(verdict).toMatchObject({ seal: 'SL-00777', faults: [] });
    expect(verdict.devices.captures.map(({ type }) => type)).toEqual([
      ...['collected', 'scanned', 'delivered'],
    ]);
    expect(handset.complaints).toEqual([]);
    await handset.close();
  });

  it('waits for the control desk after a failed hand-over, where that was agreed', async () => {
    const { job, handset, page } = await onTheRoad({ undeliverable: 'ask_desk' });
    await page.locator('dd').filter({ hasText: 'The control desk decides' }).waitFor();
    await stepButton(page, 'Collect the parcels').click();
    await fillCollection(page, seal);
    await record(page);
    await reachState(handset, 'Collected');
    await stepButton(page, 'Hand-over failed').click();
    await page.getByText('Keep the parcels').waitFor();
    await page.getByRole('button', { name: 'Nobody there', exact: true }).click();
    await record(page);
    await reachState(handset, 'Interrupted');
    await expectEmpty(handset);
    const { status, return_job_id } = await app.stand.sender.jobs.get({ id: job.id });
    expect({ status, return_job_id }).toEqual({ status: 'exception', return_job_id: null });
    const { data } = await app.stand.desk.jobs.listIncidents({ job_id: job.id });
    expect(data).toMatchObject([{ severity: 'high' }]);
    await app.stand.desk.jobs.reachMilestone({ id: job.id, type: 'resume' });
    await page.evaluate('document.querySelector("#ask-again")?.click()');
    await reachState(handset, 'Collected');
    await stepButton(page, 'Hand over').waitFor();
    expect(handset.complaints).toEqual([]);
    await handset.close();
  });
});
