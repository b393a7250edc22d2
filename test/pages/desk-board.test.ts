import type { Priority } from '@svc/contracts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { liveJob } from '../../desk/test/desk-answers.ts';
import { tokenOf } from '../../desk/test/desk-under-test.ts';
import { pageOf } from '../../desk/test/examples.ts';
import { answerLive } from '../../desk/test/live.ts';
import { requireChromium, startChromium } from './chromium.ts';
import { type StandIn, sessionCookie, startStandIn } from './desk-stand-in.ts';
import { deadlineMs, setCookie } from './page-view.ts';

const chromium = await requireChromium();
const token = tokenOf('dispatcher');
const everyMs = 15_000;
const frameMs = 200;
/** More than a screen of them. */
const ids = Array.from({ length: 60 }, (_, n) => `job_${String(n).padStart(2, '0')}`);

/** Leaves an attribute of either quote, and runs if it becomes markup. */
const hostile = `"'><img src=x onerror="globalThis.hurt=1">`;

describe.skipIf(chromium === undefined)('the board in a browser', () => {
  let browser: Browser;
  let standIn: StandIn;
  /** By job: those without one are not on the board. */
  let priorities: Map<string, Priority>;
  const services = () => standIn.desk.services;
  beforeAll(async () => {
    browser = await startChromium(chromium ?? '');
    standIn = await startStandIn(browser);
  });
  afterAll(async () => {
    await browser?.close();
    await standIn?.stop();
  });
  beforeEach(() => {
    standIn.desk.reset();
    // Without a stream, but in the test of it.
    priorities = new Map(ids.map((id) => [id, 'same_day']));
    services().answers.set('jobs.listLive', ({ meta }) =>
      meta.actor === 'desk'
        ? { fault: 'unavailable' }
        : {
            ok: pageOf(
              [...priorities].map(([id, priority]) => ({ ...liveJob, id, ref: id, priority })),
            ),
          },
    );
  });

  /** On a held clock, which holds frames, too, unless it is live. */
  async function openBoard({ isLive = false } = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 700 } });
    context.setDefaultTimeout(deadlineMs);
    const page = await context.newPage();
    await setCookie(page, `${standIn.origin}/cookie`, sessionCookie('dispatcher'));
    if (!isLive) await page.clock.install();
    await page.goto(`${standIn.origin}/desk`, { waitUntil: 'load' });
    await page.locator('#board-pause').waitFor();
    const reads: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname !== '/desk/live') reads.push(pathname);
    });
    const row = (id: string) => page.locator(`[data-job="${id}"]`);
    const announced = async (text: string) => {
      await page.locator('#board-news').filter({ hasText: text }).waitFor();
      // Rows follow in the next frames.
      if (!isLive) await page.clock.runFor(frameMs);
    };
    const rows = () => page.locator('#board tbody tr').count();
    const focused = () =>
      page.evaluate<string>('document.activeElement.closest("tr")?.dataset.job');
    const disposal = { [Symbol.asyncDispose]: () => context.close() };
    return { page, reads, row, announced, rows, focused, ...disposal };
  }

  it('shows what changed, says how much, and keeps focus and scroll position', async () => {
    await using board = await openBoard();
    const { page, row } = board;
    await row('job_40').locator('a').focus();
    const seen = await row('job_40').boundingBox();
    const list = page.getByRole('region', { name: 'Board' });
    expect(await list.evaluate((own) => own.scrollTop)).toBeGreaterThan(0);
    priorities.set('job_40', 'critical');
    priorities.set('job_99', 'stat');
    priorities.delete('job_59');
    await page.clock.runFor(everyMs);
    await board.announced('Board updated: 1 new, 1 changed, 1 gone.');
    expect(await board.rows()).toBe(60);
    expect(await row('job_40').textContent()).toContain('Critical');
    expect(await row('job_59').count()).toBe(0);
    expect(await board.focused()).toBe('job_40');
    expect(await row('job_40').boundingBox()).toEqual(seen);
  });

  it('keeps the focus when the order changes', async () => {
    await using board = await openBoard();
    const { page } = board;
    await board.row('job_00').locator('a').focus();
    priorities = new Map([['job_-1', 'same_day'], ...priorities]);
    await page.clock.runFor(everyMs);
    await board.announced('Board updated: 1 new.');
    const order = await page
      .locator('#board tbody tr')
      .evaluateAll((rows) => rows.slice(0, 2).map((row) => row.getAttribute('data-job')));
    expect(order).toEqual(['job_-1', 'job_00']);
    expect(await board.focused()).toBe('job_00');
  });

  it('rests in a hidden tab, and is current when that is shown again', async () => {
    await using board = await openBoard();
    const { page, reads } = board;
    await setHidden(page, true);
    await page.clock.runFor(10 * everyMs);
    priorities.delete('job_00');
    await setHidden(page, false);
    await board.announced('1 gone');
    expect(reads).toEqual(['/desk']);
  });

  it('says when it could not be read, and tries again', async () => {
    await using board = await openBoard();
    const { answers } = services();
    const list = answers.get('jobs.listLive');
    answers.delete('jobs.listLive');
    await board.page.clock.runFor(everyMs);
    await board.announced('The board could not be updated.');
    expect(await board.rows()).toBe(60);
    if (list) answers.set('jobs.listLive', list);
    priorities.delete('job_00');
    await board.page.clock.runFor(everyMs);
    await board.announced('1 gone');
  });

  it('says when the session has ended, and asks no more', async () => {
    await using board = await openBoard();
    const { page, reads } = board;
    standIn.desk.sessions.delete(token);
    standIn.desk.clock.advanceMs(60_000);
    await page.clock.runFor(everyMs);
    await board.announced('You are signed out');
    await page.clock.runFor(10 * everyMs);
    expect(reads.filter((path) => path === '/desk')).toHaveLength(1);
  });

  it('keeps a named view with its order and columns, and forgets it when it is removed', async () => {
    await using board = await openBoard({ isLive: true });
    const { page } = board;
    const views = async () => {
      await page.getByRole('button', { name: 'View', exact: true }).click();
      return page.getByRole('link', { name: 'Night' });
    };
    await page.goto(`${standIn.origin}/desk?sort=-due&columns=status&held=job_00.1`);
    await views();
    await page.getByLabel('Name of this view').fill('Night');
    await page.getByRole('button', { name: 'Keep' }).click();
    await page.goto(`${standIn.origin}/desk`);
    await (await views()).click();
    await page.waitForURL(/\/desk\?sort=-due&columns=status$/);
    const sorted = page.getByRole('columnheader', { name: 'Due' });
    expect(await page.getByRole('columnheader').count()).toBe(4);
    expect(await sorted.count()).toBe(0);
    await views();
    await page.getByRole('button', { name: 'Remove Night' }).click();
    expect(await page.getByRole('link', { name: 'Night' }).count()).toBe(0);
  });

  it('puts a row that changed where the order of its column says', async () => {
    const live = answerLive(
      services(),
      ids.map((id) => ({ ...liveJob, id, ref: id })),
    );
    await using board = await openBoard({ isLive: true });
    const { page, row } = board;
    await page.goto(`${standIn.origin}/desk?sort=priority`);
    await page.locator('html[data-live]').waitFor();
    live.change({ ...liveJob, id: 'job_41', ref: 'job_41', priority: 'critical' });
    await row('job_41').filter({ hasText: 'Critical' }).waitFor();
    const first = page.locator('#board tbody tr').first();
    expect(await first.getAttribute('data-job')).toBe('job_41');
  });

  it('shows what its stream brings as text in its place, without a reload', async () => {
    const first = ids.map((id) => ({ ...liveJob, id, ref: id }));
    const live = answerLive(services(), first);
    const { pickup, dropoff, tenant } = liveJob;
    const texts = { ref: hostile, service: hostile };
    const places = { pickup: { ...pickup, name: hostile }, dropoff: { ...dropoff, name: hostile } };
    await using board = await openBoard({ isLive: true });
    const { page, reads, row } = board;
    await page.locator('html[data-live]').waitFor();
    const read = reads.length;
    await page.evaluate('window.isSame = true');
    await row('job_40').locator('a').focus();
    live.change(
      { ...liveJob, id: 'job_40', ref: 'job_40', priority: 'critical' },
      { ...liveJob, id: 'job_99', ...texts, ...places, tenant: { ...tenant, name: hostile } },
      { ...liveJob, id: 'job_01', status: 'cancelled' },
      { ...liveJob, id: 'job_00', ref: 'job_00', status: 'assigned', driver_id: 'drv_1' },
    );
    await row('job_40').filter({ hasText: 'Critical' }).waitFor();
    await row('job_99').filter({ hasText: hostile }).waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.evaluate('globalThis.hurt')).toBeUndefined();
    await row('job_01').waitFor({ state: 'detached' });
    const last = page.locator('#board tbody tr').last();
    await last.filter({ hasText: 'Naledi Example' }).waitFor();
    expect(await last.getAttribute('data-job')).toBe('job_00');
    await page.locator('#board-count').filter({ hasText: '60 jobs' }).waitFor();
    expect(await page.evaluate('window.isSame')).toBe(true);
    expect(reads.slice(read)).toEqual([]);
    expect(await board.focused()).toBe('job_40');
  });

  /** As a browser does for a tab in the background, which one without a window cannot. */
  const setHidden = (page: Page, hidden: boolean) =>
    page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));`);
});
