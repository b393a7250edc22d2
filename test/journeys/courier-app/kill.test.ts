/** A phone whose browser is ended at once, with its whole process, and started anew on the same storage. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@svc/devnet';
import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireChromium } from '../../pages/chromium.ts';
import { shared } from '../worker-stages.ts';
import { stepButton } from './courier-hands.ts';
import { type CourierStand, courierStandOf } from './courier-stand.ts';

const executable = await requireChromium();

interface OwnBrowser {
  child: ChildProcess;
  page: Page;
}

/** A process of its own on the storage of a folder. */
async function startBrowser(folder: string): Promise<OwnBrowser> {
  const portFile = join(folder, 'DevToolsActivePort');
  await rm(portFile, { force: true });
  const args = ['--no-sandbox', '--disable-gpu', '--remote-debugging-port=0'];
  const child = spawn(executable ?? '', [...args, `--user-data-dir=${folder}`], {
    stdio: 'ignore',
    // A group of its own: the command may be a script that starts the browser.
    detached: true,
  });
  const address = async () => {
    const [port = '', path = ''] = (await readFile(portFile, 'utf8').catch(() => '')).split('\n');
    return path === '' ? undefined : `ws://127.0.0.1:${port}${path}`;
  };
  const endpoint = await until(address, { timeoutMs: 60_000, what: 'the browser to open' });
  const browser = await chromium.connectOverCDP(endpoint);
  const [context] = browser.contexts();
  if (!context) throw new Error('the browser has no storage of its own');
  return { child, page: await context.newPage() };
}

async function kill({ child }: OwnBrowser): Promise<void> {
  const ended = once(child, 'exit');
  process.kill(-Number(child.pid), 'SIGKILL');
  await ended;
}

describe.skipIf(executable === undefined)('a browser that is killed', () => {
  let stand: CourierStand;
  let folder: string;
  shared.beforeAll(({ live }) => {
    stand = courierStandOf(live);
  });
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'profile-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  it('has on its disk what it showed as recorded, and sends it once it is started anew', {
    timeout: 180_000,
  }, async () => {
    const driver = await stand.newDriver();
    const job = await driver.job();
    const first = await startBrowser(folder);
    await first.page.goto(`${stand.origin}/app/#enrol=${driver.enrolment}`);
    await first.page.getByRole('link', { name: job.ref }).click();
    await first.page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await first.page.context().setOffline(true);
    await stepButton(first.page, 'Leave now').click();
    await first.page.locator('#status').filter({ hasText: '1 waiting' }).waitFor();
    await kill(first);
    const { timeline: before } = await stand.desk.jobs.getForDesk({ id: job.id });
    expect(before.map(({ type }) => type)).toEqual(['booked', 'assigned']);
    const second = await startBrowser(folder);
    await second.page.goto(`${stand.origin}/app/#job=${job.id}`);
    await second.page.locator('#status').filter({ hasText: 'Nothing waiting, sent' }).waitFor();
    const { timeline } = await stand.desk.jobs.getForDesk({ id: job.id });
    expect(timeline.map(({ type }) => type)).toEqual(['booked', 'assigned', 'en_route_pickup']);
    await kill(second);
  });
});
