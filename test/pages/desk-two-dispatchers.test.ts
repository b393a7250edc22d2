/** Two dispatchers decide on one job in two browsers: the second is told what the first did, and when. */
import { jobs } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskOf, newCrew, noProof } from '../journeys/desk.ts';
import { requireChromium, startChromium } from './chromium.ts';
import { type DeskStage, signIn, startDesk } from './desk-visitor.ts';
import { enter, follow, press, tick } from './keyboard.ts';
import { expectAccessible, expectSound, textOf } from './page-view.ts';

const chromium = await requireChromium();
const carrier = 'ten_operator';

describe.skipIf(chromium === undefined)('two dispatchers who decide on one job', () => {
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

  it('do not overwrite each other: the second sees what changed, and can decide anew', async () => {
    const { id, ref } = await desk.book({ requirements: noProof });
    const own = deskOf(desk.stage, carrier);
    await own.jobs.assign({ id, ...(await newCrew(own)) });
    const person = { name: 'Demo Dispatcher', screen: 'desktop' } as const;
    await using first = await signIn(browser, desk, person);
    await using second = await signIn(browser, desk, person);
    for (const { page } of [first, second]) await page.goto(`${desk.url}/desk/jobs/${id}`);

    await press(first.page, 'Departed');
    await enter(first.page, 'Why the desk does it', 'Phone of the courier is flat');
    await tick(first.page, 'It happened like that');
    await follow(first.page, 'Left for the pick-up');

    await press(second.page, 'Cancel the job');
    await enter(second.page, 'Reason', 'Asked for by telephone');
    await tick(second.page, 'The job is cancelled');
    await follow(second.page, 'Cancel the job');
    expect(await textOf(second.page)).toMatch(
      new RegExp(`Job ${ref} is on the way to the pickup, by Demo Dispatcher at \\d+ \\w+ 20`),
    );
    const clients = createClients({ jobs }, desk.stage.transport, {
      ...{ tenant: carrier, actor: 'test', requestId: 'test' },
    });
    expect((await clients.jobs.getForDesk({ id })).status).toBe('en_route_pickup');
    await expectAccessible(second);

    await press(second.page, 'Cancel the job');
    expect(await second.page.getByLabel('Reason', { exact: true }).last().inputValue()).toBe(
      'Asked for by telephone',
    );
    await follow(second.page, 'Cancel the job');
    await second.page.getByText('None is possible in this state.').waitFor();
    expect((await clients.jobs.getForDesk({ id })).status).toBe('cancelled');
    await expectSound(first);
  });
});
