/** The board of the control desk keeps itself current in a browser; services stand in behind it. */
import { freePort } from '@svc/devnet';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pageOf } from '../../desk/test/desk-answers.ts';
import { deskUnderTest, tokenOf, type UnderTest } from '../../desk/test/desk-under-test.ts';
import { answerLive, liveJob } from '../../desk/test/live-jobs.ts';
import { requireChromium, startChromium } from './chromium.ts';
import { deadlineMs } from './page-view.ts';

const chromium = await requireChromium();
const token = tokenOf('dispatcher');
const everyMs = 15_000;
const frameMs = 200;
/** More than a screen of them. */
const ids = Array.from({ length: 60 }, (_, n) => `job_${String(n).padStart(2, '0')}`);

describe.skipIf(chromium === undefined)('the board in a browser', () => {
  let browser: Browser;
  let desk: UnderTest;
  let origin: string;
  /** By job: the seal; jobs without one are not on the board. */
  let seals: Map<string, string>;
  beforeAll(async () => {
    const port = await freePort();
    origin = `http://localhost:${port}`;
    desk = await deskUnderTest({ env: { SVC_PUBLIC_URL: origin } });
    await desk.app.listen({ port, host: 'localhost' });
    browser = await startChromium(chromium ?? '');
  });
  afterAll(async () => {
    await browser?.close();
    await desk?.app.close();
  });
  beforeEach(() => {
    // Without a stream, but in the test of it.
    seals = new Map(ids.map((id) => [id, 'SL-00001']));
    desk.services.answers.set('jobs.listLive', ({ meta }) =>
      meta.actor === 'desk'
        ? { fault: 'unavailable' }
        : pageOf([...seals].map(([id, seal]) => ({ ...liveJob, id, ref: id, seal }))),
    );
  });

  async function openBoard({ isLive = false } = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 700 } });
    context.setDefaultTimeout(deadlineMs);
    const page = await context.newPage();
    await setSession(page);
    // A held clock holds frames, too.
    if (!isLive) await page.clock.install();
    await page.goto(`${origin}/desk`, { waitUntil: 'load' });
    await page.locator('#board-pause').waitFor();
    const reads: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname !== '/desk/live') reads.push(pathname);
    });
    const news = page.locator('#board-news');
    const announced = async (text: string) => {
      await news.filter({ hasText: text }).waitFor();
      // Rows follow in the next frames.
      if (!isLive) await page.clock.runFor(frameMs);
    };
    const rows = () => page.locator('#board tbody tr').count();
    return { page, reads, announced, rows, [Symbol.asyncDispose]: () => context.close() };
  }

  /** By an answer, which alone may set a `__Host-` cookie. */
  async function setSession(page: Page): Promise<void> {
    const cookie = `__Host-session=${token}; Secure; HttpOnly; Path=/; SameSite=Lax`;
    const url = `${origin}/cookie`;
    const headers = { 'set-cookie': cookie, 'content-type': 'image/svg+xml' };
    await page.route(url, (route) => route.fulfill({ headers, body: '' }));
    await page.goto(url);
    await page.unroute(url);
  }

  it('shows what changed, says how much, and keeps focus and scroll position', async () => {
    await using board = await openBoard();
    const { page } = board;
    await page.locator('[data-job=job_40] a').focus();
    const seen = await page.locator('[data-job=job_40]').boundingBox();
    expect(await page.evaluate<number>('window.scrollY')).toBeGreaterThan(0);
    seals.set('job_40', 'SL-00002');
    seals.set('job_99', 'SL-00003');
    seals.delete('job_59');
    await page.clock.runFor(everyMs);
    await board.announced('Board updated: 1 new, 1 changed, 1 gone.');
    expect(await board.rows()).toBe(60);
    expect(await page.locator('[data-job=job_40]').textContent()).toContain('SL-00002');
    expect(await page.locator('[data-job=job_59]').count()).toBe(0);
    const focused = 'document.activeElement.closest("tr")?.dataset.job';
    expect(await page.evaluate<string>(focused)).toBe('job_40');
    expect(await page.locator('[data-job=job_40]').boundingBox()).toEqual(seen);
  });

  it('keeps the focus when the order changes', async () => {
    await using board = await openBoard();
    const { page } = board;
    await page.locator('[data-job=job_00] a').focus();
    seals = new Map([['job_-1', 'SL-00001'], ...seals]);
    await page.clock.runFor(everyMs);
    await board.announced('Board updated: 1 new.');
    const order = await page
      .locator('#board tbody tr')
      .evaluateAll((rows) => rows.slice(0, 2).map((row) => row.getAttribute('data-job')));
    expect(order).toEqual(['job_-1', 'job_00']);
    const focused = 'document.activeElement.closest("tr")?.dataset.job';
    expect(await page.evaluate<string>(focused)).toBe('job_00');
  });

  it('rests in a hidden tab, and is current when that is shown again', async () => {
    await using board = await openBoard();
    const { page, reads } = board;
    await setHidden(page, true);
    await page.clock.runFor(10 * everyMs);
    seals.delete('job_00');
    await setHidden(page, false);
    await board.announced('1 gone');
    expect(reads).toEqual(['/desk']);
  });

  it('can be paused, and goes on', async () => {
    await using board = await openBoard();
    const { page, reads } = board;
    const pause = page.getByRole('button', { name: 'Pause updates' });
    await pause.click();
    expect(await pause.getAttribute('aria-pressed')).toBe('true');
    await page.clock.runFor(10 * everyMs);
    seals.delete('job_00');
    await pause.click();
    await page.clock.runFor(everyMs);
    await board.announced('1 gone');
    expect(reads).toEqual(['/desk']);
  });

  it('says when it could not be read, and tries again', async () => {
    await using board = await openBoard();
    const { page } = board;
    const list = desk.services.answers.get('jobs.listLive');
    desk.services.answers.delete('jobs.listLive');
    await page.clock.runFor(everyMs);
    await board.announced('The board could not be updated.');
    expect(await board.rows()).toBe(60);
    if (list) desk.services.answers.set('jobs.listLive', list);
    seals.delete('job_00');
    await page.clock.runFor(everyMs);
    await board.announced('1 gone');
  });

  it('says when the session has ended, and asks no more', async () => {
    await using board = await openBoard();
    const { page, reads } = board;
    const person = desk.sessions.get(token);
    desk.sessions.delete(token);
    desk.clock.advanceMs(60_000);
    await page.clock.runFor(everyMs);
    await board.announced('You are signed out');
    await page.clock.runFor(10 * everyMs);
    if (person) desk.sessions.set(token, person);
    // Until then the desk takes its word that the token has no session.
    desk.clock.advanceMs(60_000);
    expect(reads.filter((path) => path === '/desk')).toHaveLength(1);
  });

  it('shows a change at once where it has a stream, in its place, without a reload', async () => {
    const first = ids.map((id) => ({ ...liveJob, id, ref: id, seal: 'SL-00001' }));
    const live = answerLive(desk.services, first);
    await using board = await openBoard({ isLive: true });
    const { page, reads } = board;
    await page.locator('html[data-live]').waitFor();
    const read = reads.length;
    await page.evaluate('window.isSame = true');
    await page.locator('[data-job=job_40] a').focus();
    live.change(
      { ...liveJob, id: 'job_40', ref: 'job_40', seal: 'SL-00002' },
      { ...liveJob, id: 'job_99', ref: 'job_99', tenant: { id: 'ten_x', name: '<b>x</b>' } },
      { ...liveJob, id: 'job_01', status: 'cancelled' },
      { ...liveJob, id: 'job_00', ref: 'job_00', status: 'assigned', driver_id: 'drv_1' },
    );
    await page.locator('[data-job=job_40]').filter({ hasText: 'SL-00002' }).waitFor();
    await page.locator('[data-job=job_99]').filter({ hasText: '<b>x</b>' }).waitFor();
    await page.locator('[data-job=job_01]').waitFor({ state: 'detached' });
    const last = page.locator('#board tbody tr').last();
    await last.filter({ hasText: 'Naledi Example' }).waitFor();
    expect(await last.getAttribute('data-job')).toBe('job_00');
    await page.locator('#board-count').filter({ hasText: '60 jobs' }).waitFor();
    expect(await page.evaluate('window.isSame')).toBe(true);
    expect(reads.slice(read)).toEqual([]);
    const focused = 'document.activeElement.closest("tr")?.dataset.job';
    expect(await page.evaluate<string>(focused)).toBe('job_40');
  });

  /** As a browser does for a tab in the background, which one without a window cannot. */
  const setHidden = (page: Page, hidden: boolean) =>
    page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));`);
});
