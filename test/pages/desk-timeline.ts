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
    await second.page.getByText('The job is over.').waitFor();
    expect(await status()).toBe('cancelled');
    await expectSound(first);
  });

  it('assigns by keyboard and by dragging, says what speaks against it, and undoes', async () => {
    const { desk } = given();
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
    await page.locator('.block.wrong', { hasText: 'No cold box' }).first().waitFor();

    const { ref } = await desk.book();
    await page.reload();
    const row = page.locator(`li[data-driver="${driver}"]`);
    await page.locator('.waiting a', { hasText: ref }).dragTo(row);
    await notice.getByText(`${ref} is assigned to Naledi`).waitFor();
    await row.locator('.wrong text', { hasText: ref }).waitFor();
    await takeScreenshot(seen, 'desk-timeline');
    await expectAccessible(seen);
    await press(page, `Undo the assignment of ${ref}`);
    await page.locator('.waiting a', { hasText: ref }).waitFor();
    await expectSound(seen);
  });
}
