/** Tasks of an administrator, with the keyboard alone: an API key's life, and a webhook that fails. */
import { until } from '@svc/devnet';
import { verify } from '@svc/webhook-verify';
import type { Locator, Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { startReceiver } from '../faults/receivers.ts';
import { deliver, deskOf, noProof } from '../journeys/desk.ts';
import { type GivenDesk, signIn } from './desk-visitor.ts';
import { enter, follow, press, tick } from './keyboard.ts';
import { deadlineMs, expectSound, textOf } from './page-view.ts';
import { takeScreenshot } from './screenshot.ts';

/** A page with a filter, shown again until it says this. */
const shown = (page: Page, text: RegExp) =>
  until(async () => text.test(await textOf(page)) || void (await follow(page, 'Show')), {
    ...{ timeoutMs: deadlineMs, what: `${text} on the page` },
  });

const textIn = async (place: Locator): Promise<string> => (await place.textContent()) ?? '';
const secretOn = (page: Page): Promise<string> => textIn(page.locator('.secret'));

export function administrator(given: GivenDesk): void {
  const open = () => signIn(given(), { name: 'Demo Admin' });

  it('makes an API key, uses it, revokes it and finds its refusal in the log of requests', async () => {
    await using seen = await open();
    const { page } = seen;
    await follow(page, 'API keys');
    await press(page, 'Make a key');
    await enter(page, 'Name', 'Status board');
    await tick(page, 'jobs:read');
    await follow(page, 'Make the key');
    const listWith = (key: string) => async () => {
      const url = `${given().desk.stage.baseUrl}/jobs`;
      return (await fetch(url, { headers: { 'x-api-key': key } })).status;
    };
    const listJobs = listWith(await secretOn(page));
    expect(await listJobs()).toBe(200);

    await follow(page, 'API keys');
    const made = page.getByRole('rowheader', { name: 'Status board' });
    const id = await textIn(made.locator('code'));
    await follow(page, 'Requests of Status board');
    await shown(page, new RegExp(`GET /v1/jobs .* ${id} 200 \\d+ ms`));

    await follow(page, 'API keys');
    await press(page, 'Rotate Status board');
    await follow(page, 'Rotate Status board');
    const listRenewed = listWith(await secretOn(page));
    expect([await listJobs(), await listRenewed()]).toEqual([200, 200]);
    await follow(page, 'API keys');
    await takeScreenshot(seen, 'portal-keys');
    await press(page, 'End the previous secret of Status board');
    await follow(page, 'End it of Status board');
    await expect.poll(listJobs, { timeout: deadlineMs }).toBe(401);
    expect(await listRenewed()).toBe(200);

    await press(page, 'Revoke Status board');
    expect(await textOf(page)).toContain('There is no way back.');
    await follow(page, 'Revoke Status board');
    expect(await made.count()).toBe(0);
    await expect.poll(listJobs, { timeout: deadlineMs }).toBe(401);

    await follow(page, 'Requests');
    await enter(page, 'Result', 'Failed');
    await enter(page, 'Id of the client or key', id);
    await follow(page, 'Show');
    await shown(page, new RegExp(`GET /v1/jobs .* ${id} 401 invalid_api_key \\d+ ms`));
    await takeScreenshot(seen, 'portal-requests');
    await expectSound(seen);
  });

  it('adds an endpoint, sees why it failed, and sends the event again', async () => {
    let status = 500;
    const receiver = await startReceiver((response) =>
      response.writeHead(status).end('The database is away.'),
    );
    onTestFinished(receiver.stop);
    await using seen = await open();
    const { page } = seen;
    await follow(page, 'Webhooks');
    await press(page, 'Add an endpoint');
    await enter(page, 'Address', receiver.url('/hook'));
    await tick(page, 'job.created');
    await follow(page, 'Add the endpoint');
    const secret = await secretOn(page);
    await follow(page, 'Send a test event from the page of the endpoint');
    expect(await textOf(page)).toContain('Nothing was sent in the last seven days.');

    await given().desk.book();
    await shown(page, /job\.created evt_\w+ Under way 1 HTTP 500/);
    await press(page, 'Body');
    expect(await textOf(page)).toContain('The database is away.');
    await expectSound(seen);

    status = 204;
    await follow(page, 'Send again job.created');
    expect(await textOf(page)).toContain('1 event is sent again');
    await follow(page, 'The endpoint and its log');
    await shown(page, /Accepted 1 of 2, .* job\.created evt_\w+ Succeeded 1 HTTP 204/);
    await takeScreenshot(seen, 'portal-webhook');
    await expectSound(seen);
    const [failed, again, ...others] = receiver.received;
    expect(others).toEqual([]);
    expect(again?.eventId).toBe(failed?.eventId);
    expect(verify(again?.body ?? '', again?.headers ?? {}, [secret])).toMatchObject({ ok: true });
  });

  it('finds what a delivered job costs, and who changed what', async () => {
    const { desk } = given();
    const { id } = await desk.book({ requirements: noProof, reference: 'LAB-2042' });
    await deliver(deskOf(desk.stage), id);
    await using seen = await open();
    const { page } = seen;
    await follow(page, 'Invoices');
    const isListed = async () =>
      (await page.getByRole('rowheader').count()) > 0 || void (await page.reload());
    await until(isListed, { timeoutMs: deadlineMs, what: 'the draft of an invoice' });
    await takeScreenshot(seen, 'portal-invoices');
    await expectSound(seen);
    await follow(page, 'Policies');
    await enter(page, 'Cost centre', 'CC-STORY');
    await follow(page, 'Save the defaults');
    await follow(page, 'Audit log');
    const isRecorded = async () =>
      (await textOf(page)).includes('CC-STORY') || void (await page.reload());
    await until(isRecorded, { timeoutMs: deadlineMs, what: 'the change in the log' });
    await takeScreenshot(seen, 'portal-audit-log');
    await expectSound(seen);
  });
}
