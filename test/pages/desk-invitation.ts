/** An invitation, from the administrator to the newcomer's first page; then another role, and the end. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type GivenDesk, newcomer, signIn } from './desk-visitor.ts';
import { expectAccessible, expectSound, view } from './page-view.ts';
import { takeScreenshot } from './screenshot.ts';

/** Until the page that it leads to has loaded. */
async function press(page: Page, role: 'button' | 'link', name: string): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.getByRole(role, { name }).last().click();
  await loaded;
}

export function invitation(given: GivenDesk): void {
  it('invites a person, who accepts; changes the role and removes the person', async () => {
    await using seen = await signIn(given(), {
      name: 'Demo Admin',
      screen: 'small',
      path: '/people',
    });
    const { page } = seen;
    await page.getByText('Invite a person').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ann Example');
    await page.getByLabel('E-mail address').fill(newcomer.email);
    await press(page, 'button', 'Invite the person');
    const link = (await page.locator('.secret').textContent()) ?? '';
    await press(page, 'link', 'People');
    await expectSound(seen);

    await using invited = await view(given().browser, link, { screen: 'small' });
    await takeScreenshot(invited, 'desk-invitation', 'all');
    await expectSound(invited);
    await expectAccessible(invited);
    await press(invited.page, 'link', 'Sign in');
    await press(invited.page, 'button', newcomer.role);
    await invited.page.waitForURL(`${given().desk.url}/invitation`);
    await expectAccessible(invited);
    await takeScreenshot(invited, 'desk-invitation-accept', 'all');
    await press(invited.page, 'button', 'Accept the invitation');
    await invited.page.getByText('You are signed in as Ann Example').waitFor();

    await page.reload();
    await page.getByLabel('Role of Ann Example').selectOption({ label: 'Auditor' });
    await press(page, 'button', 'Change the role of Ann Example');
    expect(await page.getByLabel('Role of Ann Example').inputValue()).toBe('auditor');
    await page.getByText('Remove Ann Example').first().click();
    await expectSound(seen);
    await press(page, 'button', 'Remove Ann Example');
    await page.getByText('Ann Example').waitFor({ state: 'detached' });
  });
}
