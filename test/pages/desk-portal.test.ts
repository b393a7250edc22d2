import { deskTable } from '@svc/desk/pages/index';
import { pathNames } from '@svc/desk/pages/path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireChromium, startChromium } from './chromium.ts';
import { foreignPath, newRival, requestsOf } from './desk-isolation.ts';
import { type DeskStage, signIn, startDesk } from './desk-visitor.ts';
import { expectAccessible, expectSound, textOf, type View } from './page-view.ts';
import { takeScreenshot } from './screenshot.ts';

const chromium = await requireChromium();

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

async function expectGood(seen: View, file: string): Promise<void> {
  await takeScreenshot(seen, `desk-${file}`, 'all');
  await expectSound(seen);
  await expectAccessible(seen);
}

/**
 * Every page, file and form whose path names something. A SKU names a service of all tenants, and a
 * session is ended among one's own, where one of another person is simply not found.
 */
const named = deskTable
  .filter(({ path }) => pathNames(path).some((name) => name !== 'sku'))
  .filter(({ path }) => path !== '/sessions/{id}/end');

/** The browser notes the status of a refused form; nothing else may be wrong. */
async function expectRefused(seen: View, text: string): Promise<void> {
  await seen.page.getByRole('alert').waitFor();
  expect(await textOf(seen.page)).toContain(text);
  expect(seen.complaints.splice(0)).toEqual([expect.stringContaining('status of 400')]);
}

describe.skipIf(chromium === undefined)('jobs, sites and policies, in a browser', () => {
  let browser: Browser;
  let desk: DeskStage;
  beforeAll(async () => {
    browser = await startChromium(chromium ?? '');
    desk = await startDesk();
  });
  afterAll(async () => {
    await browser?.close();
    await desk?.stop();
  });
  const open = async (name: string, path: string) => {
    const seen = await signIn(browser, desk, { name, screen: 'small' });
    await seen.page.goto(`${desk.url}${path}`);
    return seen;
  };

  it('books in two steps, changes the job and cancels it', async () => {
    await using seen = await open('Demo Booker', '/book');
    const { page } = seen;
    await field(page, 'From').selectOption('site_demo_cli-0');
    await field(page, 'To').selectOption('site_demo_cli-0');
    await field(page, 'Service').selectOption('LAB-COLD');
    await press(page, 'Show price');
    await expectRefused(seen, 'Choose another site than the one of the pick-up.');
    await expectGood(seen, 'book-fault');

    await field(page, 'To').selectOption('site_demo_lab-0');
    await press(page, 'Show price');
    await page.waitForURL(`${desk.url}/book/price?**`);
    expect(await textOf(page)).toContain('The price is held until');
    await expectGood(seen, 'book-price');

    await field(page, 'Your reference').fill('PORTAL-1');
    await field(page, 'Note for the courier').fill('Ring twice');
    const pickup = page.getByRole('group', { name: 'Contact at the pick-up' });
    await pickup.getByLabel('Name').fill('Front desk');
    await press(page, 'Book');
    await expectRefused(seen, 'Enter the number of the contact, too.');
    await pickup.getByLabel('Telephone').fill('+27 11 555 0100');
    await press(page, 'Book');
    await page.waitForURL(`${desk.url}/jobs/job_*`);
    const booked = await textOf(page);
    for (const text of ['Booked', 'PORTAL-1', 'Ring twice', 'cancelling now costs nothing']) {
      expect(booked).toContain(text);
    }
    await takeScreenshot(seen, 'portal-job');
    await expectGood(seen, 'job-booked');

    await field(page, 'Your reference').fill('PORTAL-2');
    await press(page, 'Save the changes');
    await page.getByText('PORTAL-2').first().waitFor();
    await field(page, 'Reason').fill('Moved to another day');
    await field(page, 'The job is cancelled').check();
    await press(page, 'Cancel the job');
    await page.getByText('Cancelled', { exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Cancel the job' }).count()).toBe(0);

    await page.goto(`${desk.url}/jobs?reference=PORTAL-2&status=cancelled`);
    expect(await page.getByRole('rowheader').count()).toBe(1);
    await expectGood(seen, 'jobs-filtered');
  });

  it('adds a site, and says what is wrong with its hours', async () => {
    await using seen = await open('Demo Admin', '/sites/new');
    const { page } = seen;
    await field(page, 'Name').fill('New clinic');
    await field(page, 'Latitude').fill('-26,2041');
    await field(page, 'Longitude').fill('28.0473');
    await field(page, 'Receives').fill('Mo-Xx 08:00-17:00');
    await press(page, 'Add the site');
    await expectRefused(seen, 'opening_hours');
    expect(await field(page, 'Receives').getAttribute('aria-invalid')).toBe('true');
    await expectGood(seen, 'site-fault');
    await field(page, 'Receives').fill('Mo-Fr 08:00-17:00');
    await press(page, 'Add the site');
    await page.waitForURL(`${desk.url}/sites`);
    await page.getByRole('link', { name: 'New clinic' }).click();
    expect(await field(page, 'Receives').inputValue()).toBe('Mo-Fr 08:00-17:00');
    await expectGood(seen, 'site');
  });

  it('sets the proof of a service, and removes it', async () => {
    await using seen = await open('Demo Admin', '/policies');
    const { page } = seen;
    await field(page, 'Cost centre').fill('CC-PORTAL');
    await press(page, 'Save the defaults');
    await field(page, 'Service').selectOption('LAB-COLD');
    await field(page, 'Photo').selectOption('yes');
    await press(page, 'Save the proof');
    const remove = page.getByRole('button', { name: /^Remove/ });
    await remove.first().waitFor();
    expect(await field(page, 'Cost centre').inputValue()).toBe('CC-PORTAL');
    await expectGood(seen, 'policies');
    await remove.first().click();
    await remove.first().waitFor({ state: 'detached' });
  });

  it('shows, saves and changes nothing of another organisation', async () => {
    const rival = await newRival(desk.stage);
    const before = await rival.snapshot();
    for (const name of ['Demo Admin', 'Demo Auditor', 'Demo Booker'] as const) {
      await using seen = await signIn(browser, desk, { name, screen: 'small' });
      const ask = requestsOf(seen.page, desk);
      for (const route of named) {
        const target = foreignPath(route.path, rival);
        const { status, text } = await ask(route, target);
        expect([name, route.kind, route.path, status]).toEqual([
          ...[name, route.kind, route.path],
          expect.toSatisfy((code) => code === 403 || code === 404),
        ]);
        for (const each of rival.texts) expect(text).not.toContain(each);
      }
    }
    expect(await rival.snapshot()).toBe(before);
  });

  it('shows statements to an auditor, and a job without forms to a viewer', async () => {
    await using auditor = await open('Demo Auditor', '/statements');
    await expectGood(auditor, 'statements');
    await using viewer = await open('Demo Viewer', '/jobs');
    await viewer.page.getByRole('rowheader').getByRole('link').first().click();
    await viewer.page.getByRole('heading', { name: /^Job / }).waitFor();
    expect(await viewer.page.getByRole('button').allTextContents()).toEqual(['Sign out']);
    await expectGood(viewer, 'job-viewer');
  });
});
