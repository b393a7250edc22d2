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
  it('gives ten jobs to a driver in six actions and two page loads, and takes them back', async () => {
    const { desk } = given();
    const own = deskOf(desk.stage, 'ten_operator');
    const { driver_id, vehicle_id } = await newCrew(own);
    const reference = 'MORNING-ROUND';
    const booked = await Promise.all(Array.from({ length: 10 }, () => desk.book({ reference })));
    await using seen = await signIn(given(), { name: 'Demo Dispatcher', path: '/desk' });
    const { page } = seen;
    const { counts, act } = counted(page);
    const search = page.getByRole('searchbox', { name: 'Search' });
    await act(async () => {
      await search.fill(reference);
      await search.press('Enter');
      await page.waitForURL(/q=/);
    });
    await act(() => page.getByRole('link', { name: 'Show all on the board' }).click());
    await act(() => page.getByRole('checkbox', { name: 'Select all' }).check());
    await page.getByText('10 jobs selected').waitFor();
    const bar = page.getByRole('region', { name: 'Selected jobs' });
    await act(() => bar.getByLabel('Driver').selectOption(driver_id));
    await act(() => bar.getByLabel('Vehicle').selectOption(vehicle_id));
    await takeScreenshot(seen, 'desk-bulk');
    await expectAccessible(seen);
    await act(() => bar.getByRole('button', { name: 'Assign' }).click());
    await page.locator('#board tbody .chip', { hasText: 'Assigned' }).nth(9).waitFor();
    expect(counts).toEqual({ actions: 6, loads: 2 });
    for (const { id } of booked) {
      const job = await own.jobs.getForDesk({ id });
      expect(job).toMatchObject({ status: 'assigned', driver_id, vehicle_id });
    }
    await page.getByRole('button', { name: 'Undo the assignment' }).click();
    await page.locator('#board tbody .chip', { hasText: 'Booked' }).nth(9).waitFor();
    expect(await own.jobs.getForDesk({ id: booked[9]?.id ?? '' })).toMatchObject({
      status: 'booked',
    });
    await expectSound(seen);
  });

  it('gives the jobs of a driver who is ill to another one in five actions', async () => {
    const { desk } = given();
    const own = deskOf(desk.stage, 'ten_operator');
    const [ill, well] = [await newCrew(own), await newCrew(own)];
    const booked = await Promise.all(
      Array.from({ length: 12 }, () => desk.book({ reference: 'SICK-LEAVE' })),
    );
    const jobs = booked.map(({ id }) => ({ id, version: 1 }));
    await own.jobs.assignMany({ jobs, ...ill });
    await using seen = await signIn(given(), { name: 'Demo Dispatcher', path: '/desk' });
    const { page } = seen;
    const { counts, act } = counted(page);
    const filter = page.getByRole('search', { name: 'Jobs on the board' });
    await act(async () => {
      await filter.getByLabel('Driver').click();
      await filter.getByLabel('Driver').selectOption(ill.driver_id);
    });
    await page.waitForURL(/driver_id=/);
    await act(() => page.getByRole('checkbox', { name: 'Select all' }).check());
    const bar = page.getByRole('region', { name: 'Selected jobs' });
    await act(() => bar.getByLabel('Driver').selectOption(well.driver_id));
    await act(() => bar.getByLabel('Vehicle').selectOption(well.vehicle_id));
    await act(() => bar.getByRole('button', { name: 'Assign' }).click());
    await page.getByText('12 jobs assigned').waitFor();
    expect(counts.actions).toBe(5);
    for (const { id } of booked) {
      expect(await own.jobs.getForDesk({ id })).toMatchObject({ driver_id: well.driver_id });
    }
    await expectSound(seen);
  });

  it('shows the job that keys select beside the list, and assigns it from there', async () => {
    const { desk } = given();
    const own = deskOf(desk.stage, 'ten_operator');
    const { driver_id, vehicle_id } = await newCrew(own);
    for (let n = 0; n < 2; n += 1) await desk.book({ reference: 'KEYS-ALONE' });
    const path = '/desk?q=KEYS-ALONE';
    await using seen = await signIn(given(), { name: 'Demo Dispatcher', path });
    const { page } = seen;
    for (const key of ['j', 'j', 'x']) await page.keyboard.press(key);
    await page.getByText('1 job selected').waitFor();
    await page.keyboard.press('x');
    const panel = page.getByRole('complementary', { name: 'Selected job' });
    const row = page.locator('#board [aria-current]');
    await panel.getByText((await row.getByRole('link').textContent()) ?? '').waitFor();
    const id = (await row.getAttribute('data-job')) ?? '';
    await takeScreenshot(seen, 'desk-panel');
    await expectAccessible(seen);
    await page.keyboard.press('a');
    const any = panel.getByLabel('Driver');
    if (!(await any.isVisible())) await panel.getByText('Any driver and vehicle').click();
    await any.selectOption(driver_id);
    await panel.getByLabel('Vehicle').selectOption(vehicle_id);
    await panel.getByRole('button', { name: 'Assign', exact: true }).press('Enter');
    await page.getByText('1 job assigned').waitFor();
    await panel.locator('.chip', { hasText: 'Assigned' }).waitFor();
    expect((await own.jobs.getForDesk({ id })).driver_id).toBe(driver_id);
    await page.keyboard.press('u');
    await panel.locator('.chip', { hasText: 'Booked' }).waitFor();
    await page.keyboard.press('?');
    await page.getByText('Undo the latest assignment').waitFor();
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
