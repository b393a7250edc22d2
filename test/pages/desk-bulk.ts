/** Many jobs at once, as a dispatcher gives them away in the morning. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { deskOf, newCrew } from '../journeys/desk.ts';
import { type GivenDesk, signIn } from './desk-visitor.ts';
import { expectAccessible, expectSound } from './page-view.ts';
import { takeScreenshot } from './screenshot.ts';

/** Counts what a person does, and the pages that come of it. */
function counted(page: Page) {
  const counts = { actions: 0, loads: 0 };
  page.on('load', () => {
    counts.loads += 1;
  });
  const act = async (action: () => Promise<unknown>) => {
    counts.actions += 1;
    await action();
  };
  return { counts, act };
}

export function deskBulk(given: GivenDesk): void {
  it('gives ten jobs to a driver in five actions and two page loads', async () => {
    const { desk } = given();
    const own = deskOf(desk.stage, 'ten_operator');
    const { driver_id, vehicle_id } = await newCrew(own);
    const reference = 'MORNING-ROUND';
    const booked = await Promise.all(Array.from({ length: 10 }, () => desk.book({ reference })));
    await using seen = await signIn(given(), { name: 'Demo Dispatcher', path: '/desk' });
    const { page } = seen;
    const { counts, act } = counted(page);
    const search = page.getByRole('searchbox', { name: 'Find jobs' });
    await act(async () => {
      await search.fill(reference);
      await search.press('Enter');
      await page.waitForURL(/q=/);
    });
    await act(() => page.getByRole('checkbox', { name: 'Select all' }).check());
    await page.getByText('10 jobs selected').waitFor();
    const bar = page.getByRole('region', { name: 'Selected jobs' });
    await act(() => bar.getByLabel('Driver').selectOption(driver_id));
    await act(() => bar.getByLabel('Vehicle').selectOption(vehicle_id));
    await takeScreenshot(seen, 'desk-bulk');
    await expectAccessible(seen);
    await act(() => bar.getByRole('button', { name: 'Assign' }).click());
    // Back on the page as it was.
    await page.locator('#board tbody .chip', { hasText: 'Assigned' }).nth(9).waitFor();
    expect(counts).toEqual({ actions: 5, loads: 2 });
    for (const { id } of booked) {
      const job = await own.jobs.getForDesk({ id });
      expect(job).toMatchObject({ status: 'assigned', driver_id, vehicle_id });
    }
    await expectSound(seen);
  });

  it('selects the rows between two of them with Shift', async () => {
    const { desk } = given();
    const reference = 'EVENING-ROUND';
    for (let n = 0; n < 5; n += 1) await desk.book({ reference });
    const path = `/desk?q=${reference}`;
    await using seen = await signIn(given(), { name: 'Demo Dispatcher', path });
    const boxes = seen.page.locator('#board tbody input[type=checkbox]');
    await boxes.nth(1).check();
    await boxes.nth(3).click({ modifiers: ['Shift'] });
    await seen.page.getByText('3 jobs selected').waitFor();
    await expectSound(seen);
  });
}
