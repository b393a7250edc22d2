/** A page of a real browser, and when it painted what. */
import { cellOf } from '@svc/desk/pages/desk/rows/board-table';
import type { Browser, Page } from 'playwright-core';

export interface Painted {
  /** Of the row. */
  key: string;
  text: string;
  atMs: number;
}

/** Notes rows that changed, once their frame is painted; as text, it runs in the page. */
const probe = `(() => {
  window.painted = [];
  const channel = new MessageChannel();
  let rows = new Set();
  channel.port1.onmessage = () => {
    const atMs = Date.now();
    for (const row of rows) {
      const cell = row.cells[row.dataset.job ? ${cellOf.driver} : 3];
      // A name stands behind its initials.
      const { textContent: text } = cell.querySelector('.person-name')?.lastChild ?? cell;
      painted.push({ key: row.dataset.job ?? row.dataset.vehicle, text, atMs });
    }
    rows = new Set();
  };
  new MutationObserver((records) => {
    if (rows.size === 0) requestAnimationFrame(() => channel.port2.postMessage(0));
    for (const { target } of records) {
      const row = (target.nodeType === 1 ? target : target.parentElement)?.closest('tr');
      if (row) rows.add(row);
    }
  }).observe(document.querySelector('table tbody'), { childList: true, subtree: true, characterData: true });
})()`;

export type LivePage = Awaited<ReturnType<typeof openPage>>;

/** `token`: of a session of the desk. */
export async function openPage(browser: Browser, url: string, token?: string) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  if (token !== undefined) await setSession(page, new URL(url).origin, token);
  await page.goto(url, { waitUntil: 'load' });
  await page.locator('html[data-live]').waitFor();
  await page.waitForTimeout(2_000);
  await page.evaluate(probe);
  const session = await context.newCDPSession(page);
  // Processor time of the main thread: what else runs on the machine does not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const metric = async (wanted: string): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === wanted)?.value ?? 0;
  };
  const painted: Painted[] = [];
  /** Moves the notes of the probe out of the page, whose heap would grow by them. */
  const drain = async (): Promise<readonly Painted[]> => {
    painted.push(...(await page.evaluate<Painted[]>('painted.splice(0)')));
    return painted;
  };
  return {
    painted: drain,
    visibleJobs: () =>
      page.evaluate<string[]>(`[...document.querySelectorAll('table tbody tr')].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      }).map((row) => row.dataset.job)`),
    /** Processor time of the main thread so far, ms. */
    mainThreadMs: async () => 1_000 * (await metric('TaskDuration')),
    /** After a collection, MB. */
    heapMb: async (): Promise<number> => {
      await drain();
      await session.send('HeapProfiler.collectGarbage');
      return (await metric('JSHeapUsedSize')) / 1_048_576;
    },
  };
}

/** By an answer, which alone may set a `__Host-` cookie. */
async function setSession(page: Page, origin: string, token: string): Promise<void> {
  const cookie = `__Host-session=${token}; Secure; HttpOnly; Path=/; SameSite=Lax`;
  const url = `${origin}/cookie`;
  const headers = { 'set-cookie': cookie, 'content-type': 'image/svg+xml' };
  await page.route(url, (route) => route.fulfill({ headers, body: '' }));
  await page.goto(url);
  await page.unroute(url);
}
