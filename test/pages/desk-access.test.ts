import { freePort, until } from '@svc/devnet';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireChromium, startChromium } from './chromium.ts';
import { type DeskStage, newcomer, signIn, startDesk } from './desk-visitor.ts';
import { deadlineMs, expectAccessible, expectSound, textOf, type View, view } from './page-view.ts';
import { takeScreenshot } from './screenshot.ts';

const chromium = await requireChromium();

/** Until the page that it leads to has loaded. */
async function press(page: Page, role: 'button' | 'link', name: string): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.getByRole(role, { name }).last().click();
  await loaded;
}

async function expectGood(seen: View, file: string): Promise<void> {
  await takeScreenshot(seen, `desk-${file}`, 'all');
  await expectSound(seen);
  await expectAccessible(seen);
}

describe.skipIf(chromium === undefined)('access and webhooks, in a browser', () => {
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
  const open = async (path: string) => {
    const seen = await signIn(browser, desk, { name: 'Demo Admin', screen: 'small' });
    await seen.page.goto(`${desk.url}${path}`);
    return seen;
  };

  it('shows the secret of a new client once, and the same by a reload', async () => {
    await using seen = await open('/clients');
    const { page } = seen;
    await page.getByRole('textbox', { name: 'Name' }).fill('Night import');
    await page.getByLabel('jobs:read').check();
    await press(page, 'button', 'Make the client');
    const secret = await page.locator('.secret').textContent();
    expect(secret?.length).toBeGreaterThan(30);
    await expectGood(seen, 'client-secret');
    await page.reload();
    expect(await page.locator('.secret').textContent()).toBe(secret);
    await press(page, 'link', 'API clients');
    expect(await page.getByRole('rowheader', { name: 'Night import' }).count()).toBe(1);
    expect(await page.content()).not.toContain(secret);

    await page.getByText('Revoke Night import').first().click();
    await expectGood(seen, 'client-revocation');
    await press(page, 'button', 'Revoke Night import');
    await page.getByRole('rowheader', { name: 'Night import' }).waitFor({ state: 'detached' });
  });

  it('says at the group what a new client lacks, and keeps its name', async () => {
    await using seen = await open('/clients');
    const { page } = seen;
    await page.getByRole('textbox', { name: 'Name' }).fill('Night import');
    await press(page, 'button', 'Make the client');
    await page.getByRole('alert').waitFor();
    expect(await textOf(page)).toContain('Choose at least one.');
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Night import');
    await expectAccessible(seen);
  });

  it('invites a person, who accepts; changes the role and removes the person', async () => {
    await using seen = await open('/people');
    const { page } = seen;
    await page.getByRole('textbox', { name: 'Name' }).fill('Ann Example');
    await page.getByLabel('E-mail address').fill(newcomer.email);
    await press(page, 'button', 'Invite the person');
    const link = (await page.locator('.secret').textContent()) ?? '';
    await expectGood(seen, 'person-invitation');
    await press(page, 'link', 'People');
    await expectGood(seen, 'person-invited');

    await using invited = await view(browser, link, { screen: 'small' });
    await expectGood(invited, 'invitation');
    await press(invited.page, 'link', 'Sign in');
    await press(invited.page, 'button', newcomer.role);
    await invited.page.waitForURL(`${desk.url}/invitation`);
    await expectAccessible(invited);
    await takeScreenshot(invited, 'desk-invitation-accept', 'all');
    await press(invited.page, 'button', 'Accept the invitation');
    await invited.page.getByText('You are signed in as Ann Example').waitFor();

    await page.reload();
    await page.getByLabel('Role of Ann Example').selectOption({ label: 'Auditor' });
    await press(page, 'button', 'Change the role of Ann Example');
    expect(await page.getByLabel('Role of Ann Example').inputValue()).toBe('auditor');
    await page.getByText('Remove Ann Example').first().click();
    await expectGood(seen, 'person-removal');
    await press(page, 'button', 'Remove Ann Example');
    await page.getByText('Ann Example').waitFor({ state: 'detached' });
  });

  it('tells why a test event did not arrive, and makes a new signing secret', async () => {
    const port = await freePort();
    await using seen = await open('/webhooks');
    const { page } = seen;
    await page.getByLabel('Address').fill(`http://127.0.0.1:${port}/hook`);
    await page.getByLabel('All', { exact: false }).first().check();
    await press(page, 'button', 'Add the endpoint');
    const secret = await page.locator('.secret').textContent();
    await expectGood(seen, 'endpoint-secret');
    await press(page, 'link', 'Send a test event');
    await press(page, 'button', 'Send a test event');
    await expectGood(seen, 'endpoint-test');
    await press(page, 'link', 'The endpoint and its log');
    const refused = async () => {
      await page.reload();
      return (await textOf(page)).includes('The connection was refused or broke');
    };
    await until(refused, { timeoutMs: deadlineMs, what: 'the failure of the test event' });
    await expectGood(seen, 'endpoint');
    await page.getByText('Replace the secret').click();
    await press(page, 'button', 'Make a new secret');
    await page.getByText('The former secret is valid until').waitFor();
    expect(await page.locator('.secret').textContent()).not.toBe(secret);
    await page.goto(`${desk.url}/events?type=webhook.test`);
    await page.getByText('Data of webhook.test').click();
    await expectGood(seen, 'events-data');
  });
});
