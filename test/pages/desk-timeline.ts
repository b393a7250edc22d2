/** Decisions of dispatchers: on the timeline, by keyboard and by dragging, and two on one job. */

import { jobs } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import { expect, it } from 'vitest';
import { deskOf, newCrew, noProof } from '../journeys/desk.ts';
import { type GivenDesk, signIn } from './desk-visitor.ts';
import { enter, follow, press, tick } from './keyboard.ts';
import { expectAccessible, expectSound, textOf } from './page-view.ts';
import { takeScreenshot } from './screenshot.ts';

const carrier = 'ten_operator';

export function deskTimeline(given: GivenDesk): void {
  it('does not let two who decide on one job overwrite each other', async () => {
    const { desk } = given();
    const { id, ref } = await desk.book({ requirements: noProof });
    const own = deskOf(desk.stage, carrier);
    await own.jobs.assign({ id, ...(await newCrew(own)) });
    const person = { name: 'Demo Dispatcher', path: `/desk/jobs/${id}` };
    await using first = await signIn(given(), person);
    await using second = await signIn(given(), person);

    await press(first.page, 'Left');
    await enter(first.page, 'Why the desk does it', 'Phone of the courier is flat');
    await tick(first.page, 'It happened like that');
    await follow(first.page, 'Record Left');

    await press(second.page, 'Cancel');
    await enter(second.page, 'Reason', 'Asked for by telephone');
    await tick(second.page, 'The job is cancelled');
    await follow(second.page, 'Cancel the job');
    expect(await textOf(second.page)).toMatch(
      new RegExp(`Job ${ref} is on the way to the pickup, by Demo Dispatcher at \\d+ \\w+ 20`),
    );
    const meta = { tenant: carrier, actor: 'test', requestId: 'test' };
    const clients = createClients({ jobs }, desk.stage.transport, meta);
    const status = async () => (await clients.jobs.getForDesk({ id })).status;
    expect(await status()).toBe('en_route_pickup');
    await expectAccessible(second);

    const reason = second.page.getByLabel('Reason', { exact: true }).last();
    expect(await reason.inputValue()).toBe('Asked for by telephone');
    await follow(second.page, 'Cancel the job');
    await second.page.getByText('None is possible in this state.').waitFor();
    expect(await status()).toBe('cancelled');
    await expectSound(first);
  });

  it('assigns by keyboard and by dragging, says what speaks against it, and undoes', async () => {
    const { desk, clock } = given();
    await newCrew(deskOf(desk.stage, carrier));
    await using seen = await signIn(given(), { name: 'Demo Dispatcher', path: '/desk/timeline' });
    const { page } = seen;
    for (const name of ['job', 'driver_id', 'vehicle_id']) {
      await page.locator(`select[name=${name}]`).focus();
      await page.keyboard.press('ArrowDown');
    }
    const driver = await page.locator('select[name=driver_id]').inputValue();
    await press(page, 'Assign');
    const notice = page.getByRole('region', { name: 'Latest assignment' });
    await notice.getByText(/^SVC-\w+ is assigned to Naledi \w+, by Demo Dispatcher/).waitFor();
    const table = page.getByRole('region', { name: 'Jobs of the timeline' });
    await table.getByText('No cold box on file for the vehicle').first().waitFor();

    const { ref } = await desk.book();
    // The others begin later by more than the picture rounds (1.7 s), and stand below.
    clock.advanceMs(60_000);
    for (let n = 0; n < 50; n += 1) await desk.book();
    await page.reload();
    const block = page.locator('a.block', { hasText: ref });
    // So low that the row is out of sight, as that of the twentieth driver is.
    await page.setViewportSize({ width: 1280, height: 360 });
    await block.evaluate((each) => each.scrollIntoView({ block: 'end' }));
    const [from, edge] = [await block.boundingBox(), page.viewportSize()?.height ?? 0];
    const x = (from?.x ?? 0) + 20;
    const row = page.locator(`li[data-driver="${driver}"]`);
    const y = async () => (await row.boundingBox())?.y ?? Number.POSITIVE_INFINITY;
    expect(await y()).toBeGreaterThan(edge);
    expect(await y()).toBeLessThan(2 * edge);
    await page.mouse.move(x - 10, (from?.y ?? 0) + 10);
    await page.mouse.down();
    await page.mouse.move(x, edge - 10, { steps: 5 });
    await expect.poll(y, { timeout: 20_000 }).toBeLessThan(edge - 120);
    // Away from the edge the page stands still.
    await page.mouse.move(x, edge / 2);
    await page.mouse.move(x, (await y()) + 10, { steps: 5 });
    await page.mouse.up();
    await page.getByText(/^Naledi \w+ is chosen: assign it in the form\.$/).waitFor();
    await page.keyboard.press('Enter');
    await notice.getByText(`${ref} is assigned to Naledi`).waitFor();
    await table.getByText('At the same time as SVC-').first().waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
    await takeScreenshot(seen, 'desk-timeline');
    await expectAccessible(seen);
    await press(page, `Undo the assignment of ${ref}`);
    await page.locator('li:not([data-driver]) a', { hasText: ref }).waitFor();
    await expectSound(seen);
  });
}
