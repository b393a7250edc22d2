/** Boxes in the courier's app: recorded without a network, sent in order, and events of the chain. */
import { until } from '@svc/devnet';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { noProof, seal } from '../desk.ts';
import { appUnderTest, chromium } from './app-under-test.ts';
import { fillCollection, openJob, reachState, record, stepButton } from './courier-hands.ts';
import { type BookedJob, chainOf } from './courier-stand.ts';
import { expectEmpty, expectGood, picture, storedIn } from './handset.ts';

describe.skipIf(chromium === undefined)('boxes on a phone', () => {
  const app = appUnderTest();
  const newBox = async () => {
    const identifier = `BOX-${crypto.randomUUID().slice(0, 8)}`.toUpperCase();
    return app.stand.desk.tracking.createAsset({ identifier, kind: 'cool_box' });
  };
  const bindingsOf = async (id: string) => {
    const { data } = await app.stand.desk.tracking.listBindings({ id });
    return data.toSorted((a, b) => a.kind.localeCompare(b.kind));
  };
  /** The road of the chain, once it has so many changes of boxes. */
  const roadOf = ({ id }: BookedJob, changes: number) =>
    until(
      async () => {
        const road = (await chainOf(app.stand, id)).slice(2);
        return road.filter(({ type }) => type === 'bound').length < changes ? undefined : road;
      },
      { timeoutMs: 30_000, what: `${changes} changes of boxes in the chain` },
    );
  const boxIn = (page: Page) => page.getByLabel('Box', { exact: true }).first();

  it('record a box and another with the collection without a network, each sent in its turn', async () => {
    const [first, second] = [await newBox(), await newBox()];
    const driver = await app.stand.newDriver();
    const job = await driver.job({ requirements: noProof, parcels: 2 });
    const { vehicle_id } = await app.stand.desk.jobs.getForDesk({ id: job.id });
    const handset = await app.newHandset(driver);
    const page = handset.page();
    await page.getByRole('link', { name: job.ref }).waitFor();
    await openJob(handset, job);
    await handset.goOffline();
    await stepButton(page, 'Put in a box').click();
    await expectGood(page);
    await boxIn(page).fill(first.identifier.toLowerCase());
    await page.getByLabel('Parcels that go in').fill('P-1');
    await picture(page, 'app-box');
    await record(page);
    await page.getByText(`${job.ref}: waiting`).waitFor();
    await stepButton(page, 'Collect the parcels').click();
    await fillCollection(page, seal);
    await page.getByLabel('Parcels counted').fill('2');
    await boxIn(page).fill(second.identifier);
    await record(page);
    await reachState(handset, 'Collected');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes(job.id))
        sent.push(new URL(request.url()).pathname.split('/').at(-1) ?? '');
    });
    await handset.goOnline();
    await expectEmpty(handset);
    expect(sent).toEqual(['boxes', 'boxes', 'milestones']);

    const parcels = { kind: 'parcels', job_id: job.id };
    expect(await bindingsOf(first.id)).toMatchObject([
      { ...parcels, parcels: ['P-1'], to: expect.any(String) },
      { kind: 'place', vehicle_id },
    ]);
    expect(await bindingsOf(second.id)).toMatchObject([
      { ...parcels, parcels: null, to: null },
      { kind: 'place', vehicle_id },
    ]);
    const road = await roadOf(job, 3);
    const collected = road.find(({ type }) => type === 'collected');
    const bound = road.filter(({ type }) => type === 'bound');
    expect(bound.map(({ details }) => [details?.change, details?.identifier])).toEqual([
      ['begun', first.identifier],
      ['ended', first.identifier],
      ['begun', second.identifier],
    ]);
    expect(bound.map(({ at }) => at <= String(collected?.at))).toEqual([true, true, true]);

    await stepButton(page, 'Put in a box').click();
    await boxIn(page).fill(first.identifier);
    await record(page);
    await expectEmpty(handset);
    await page.locator('dd').getByText(first.identifier, { exact: true }).waitFor();
    const later = await roadOf(job, 5);
    expect(later.slice(-2)).toMatchObject([
      { type: 'bound', details: { change: 'ended', identifier: second.identifier } },
      { type: 'bound', details: { change: 'begun', identifier: first.identifier } },
    ]);
    expect(later.findIndex(({ type }) => type === 'collected')).toBeLessThan(later.length - 2);
    expect(handset.complaints).toEqual([]);
    await handset.close();
  });

  it('show a box that waits at a stop, and take it along without a network', async () => {
    const { desk } = app.stand;
    const { id, identifier } = await newBox();
    const driver = await app.stand.newDriver();
    const job = await driver.job({ requirements: noProof });
    const { vehicle_id, dropoff } = await desk.jobs.getForDesk({ id: job.id });
    await desk.tracking.bindAsset({ id, site_id: dropoff.site_id });
    await desk.tracking.updateAsset({ id, state: 'due_for_return' });
    const handset = await app.newHandset(driver);
    const page = handset.page();
    await openJob(handset, job);
    const waits = page.getByText(`Take along at ${dropoff.name}: box ${identifier}`);
    await waits.waitFor();
    await expectGood(page);
    await handset.goOffline();
    await stepButton(page, 'Take a box along').click();
    await boxIn(page).fill(identifier);
    await record(page);
    await page.getByText(`${job.ref}: waiting`).waitFor();
    expect(await waits.count()).toBe(0);
    await handset.goOnline();
    await expectEmpty(handset);
    expect(await bindingsOf(id)).toMatchObject([
      { kind: 'place', vehicle_id, to: null },
      { kind: 'place', site_id: dropoff.site_id, to: expect.any(String) },
    ]);
    await handset.close();
  });

  it('record the parcels of all jobs at a door by one act; a refusal is shown and holds up nothing', async () => {
    const box = await newBox();
    const driver = await app.stand.newDriver();
    const jobs = [await driver.job({ requirements: noProof })];
    jobs.push(await driver.job({ requirements: noProof }));
    const handset = await app.newHandset(driver);
    const page = handset.page();
    await page.getByRole('link', { name: String(jobs[0]?.ref) }).click();
    await stepButton(page, 'Put in a box').click();
    await expectGood(page);
    await boxIn(page).fill(`${box.identifier}-X`);
    await record(page);
    await page.locator('#status').filter({ hasText: '2 refused' }).waitFor();
    await page.getByText('No box has this code').first().waitFor();
    await stepButton(page, 'Leave now').dblclick();
    await stepButton(page, 'Say when I arrive').waitFor();
    await expect.poll(async () => (await storedIn(handset, 'action')).length).toBe(2);
    for (const { ref } of jobs) {
      const item = page.locator('li.refused').filter({ hasText: ref });
      await item.getByRole('link', { name: 'Correct and send again' }).click();
      await boxIn(page).fill(box.identifier);
      await record(page);
      await page.getByRole('heading', { level: 1, name: ref, exact: true }).waitFor();
      await page.getByRole('link', { name: /^At this door/ }).click();
    }
    await expectEmpty(handset);
    const held = (await bindingsOf(box.id)).flatMap(({ job_id }) => job_id ?? []);
    expect(held.toSorted()).toEqual(jobs.map(({ id }) => id).toSorted());
    for (const job of jobs) {
      const [bound] = (await roadOf(job, 1)).filter(({ type }) => type === 'bound');
      expect(bound?.details).toMatchObject({ change: 'begun', identifier: box.identifier });
    }
    await handset.close();
  });
});
