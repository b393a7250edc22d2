/** Jobs and sites of a tenant, and what it cannot see of another one. */

import { pathNames } from '@svc/desk/address/path';
import { deskTable } from '@svc/desk/pages/index';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { foreignPath, newRival, requestsOf } from './desk-isolation.ts';
import { type GivenDesk, signIn } from './desk-visitor.ts';
import { expectSound, textOf, type View } from './page-view.ts';
import { takeScreenshot } from './screenshot.ts';

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const unfold = (page: Page, name: string) => page.locator('summary', { hasText: name }).click();

/** Names of a clinic and a laboratory, as the page offers them. */
const sitesOf = async (page: Page): Promise<string[]> => {
  const names = await page
    .locator('datalist')
    .first()
    .locator('option')
    .evaluateAll((options) => options.map((each) => each.getAttribute('value') ?? ''));
  return [/clinic/i, /lab/i].map((kind) => names.find((name) => kind.test(name)) ?? '');
};

/**
 * Every page, file and form whose path names something. A SKU names a service of all tenants, a
 * profile is known by the name that each tenant gives its own, and a session is ended among one's own,
 * where one of another person is simply not found.
 */
const named = deskTable
  .filter(({ path }) => pathNames(path).some((name) => !['sku', 'profile'].includes(name)))
  .filter(({ path }) => path !== '/sessions/{id}/end');

/** The browser notes a refusal some time after it shows the answer. */
const noted = ({ complaints }: View) => expect.poll(() => complaints.length).toBeGreaterThan(0);

/** The browser notes the status of a refused form; nothing else may be wrong. */
async function expectRefused(seen: View, text: string): Promise<void> {
  await seen.page.getByRole('alert').waitFor();
  expect(await textOf(seen.page)).toContain(text);
  await noted(seen);
  expect([...new Set(seen.complaints.splice(0))]).toEqual([
    expect.stringContaining('status of 400'),
  ]);
}

export function deskPortal(given: GivenDesk): void {
  const open = (name: string, path: string) => signIn(given(), { name, screen: 'small', path });
  const urlOf = (path: string) => given().desk.url + path;

  it('books on one page, changes the job and cancels it', async () => {
    await using seen = await open('Demo Booker', '/book');
    const { page } = seen;
    const [clinic = '', laboratory = ''] = await sitesOf(page);
    await field(page, 'From').fill(clinic);
    await field(page, 'To').fill(clinic);
    await field(page, 'Service').selectOption('LAB-COLD');
    // The price beside the entries is refused first, which the browser notes, too.
    await page.locator('#offer:not([aria-busy]) .fault').waitFor();
    await noted(seen);
    seen.complaints.splice(0);
    await press(page, 'Book');
    await expectRefused(seen, 'Choose another site than the one of the pick-up.');
    await expectSound(seen);

    await field(page, 'To').fill(laboratory);
    await page.getByText('Held until').waitFor();
    await expectSound(seen);

    await field(page, 'Your reference').fill('PORTAL-1');
    await field(page, 'Note for the courier').fill('Ring twice');
    const recipient = page.getByRole('group', { name: 'Recipient' });
    await recipient.getByLabel('Name').fill('Front desk');
    await press(page, 'Book');
    await expectRefused(seen, 'Enter the number of the contact, too.');
    await recipient.getByLabel('Telephone').fill('+27 11 555 0100');
    await press(page, 'Book');
    await page.waitForURL(urlOf('/jobs/job_*'));
    const booked = await textOf(page);
    for (const text of ['Booked', 'PORTAL-1', 'Ring twice']) {
      expect(booked).toContain(text);
    }
    await takeScreenshot(seen, 'portal-job');
    await expectSound(seen);

    await unfold(page, 'Change');
    await field(page, 'Your reference').fill('PORTAL-2');
    await press(page, 'Save the changes');
    await page.getByText('PORTAL-2').first().waitFor();
    await unfold(page, 'Cancel');
    expect(await textOf(page)).toContain('cancelling now costs nothing');
    await field(page, 'Reason').fill('Moved to another day');
    await field(page, 'The job is cancelled').check();
    await press(page, 'Cancel the job');
    await page.getByText('Cancelled', { exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Cancel the job' }).count()).toBe(0);

    await page.goto(urlOf('/jobs?reference=PORTAL-2&status=cancelled'));
    expect(await page.getByRole('rowheader').count()).toBe(1);
    await expectSound(seen);
  });

  it('books again in two actions, at the price that is shown', async () => {
    const { id } = await given().desk.book({ reference: 'FIRST' });
    await using seen = await open('Demo Booker', `/jobs/${id}`);
    const { page } = seen;
    await page.getByRole('link', { name: 'Book again' }).click();
    await page.getByText('Held until').waitFor();
    await takeScreenshot(seen, 'portal-book');
    await press(page, 'Book');
    await page.waitForURL((url) => /^\/jobs\/job_/.test(url.pathname));
    expect(page.url()).not.toContain(id);
    expect(await textOf(page)).not.toContain('FIRST');
  });

  it('shows, saves and changes nothing of another organisation', async () => {
    const rival = await newRival(given().desk.stage);
    const before = await rival.snapshot();
    for (const name of ['Demo Admin', 'Demo Auditor', 'Demo Booker'] as const) {
      await using seen = await open(name, '/');
      const ask = requestsOf(seen.page, given().desk);
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
}
