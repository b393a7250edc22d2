/** Two pages of a real browser, and when they painted what. */
import type { Browser, Page } from 'playwright-core';
import { requireChromium, startChromium } from '../../pages/chromium.ts';

export interface Painted {
  /** Of the row. */
  key: string;
  text: string;
  atMs: number;
}

/** Notes rows that changed once the frame is painted, and the longest frames; as text, it runs in the page. */
const probe = `(() => {
  window.painted = [];
  window.frames = { longest: 0, over: 0, deltas: [] };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      frames.longest = Math.max(frames.longest, duration);
      frames.over += 1;
    }
  }).observe({ type: 'long-animation-frame', buffered: false });
  let before;
  const beat = (now) => {
    if (before !== undefined) frames.deltas.push(now - before);
    before = now;
    requestAnimationFrame(beat);
  };
  requestAnimationFrame(beat);
  const channel = new MessageChannel();
  let rows = new Set();
  channel.port1.onmessage = () => {
    const atMs = Date.now();
    for (const row of rows) {
      const cell = row.cells[row.dataset.job ? 5 : 3];
      painted.push({ key: row.dataset.job ?? row.dataset.vehicle, text: cell.textContent, atMs });
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

export interface Frames {
  longest: number;
  over: number;
  deltas: number[];
}

export async function openBrowser(): Promise<Browser> {
  const chromium = await requireChromium();
  if (chromium === undefined) throw new Error('the bench needs chromium on PATH');
  return startChromium(chromium);
}

export async function openPage(
  browser: Browser,
  { url, path, token }: { url: string; path: string; token: string },
) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await setSession(page, url, token);
  await page.goto(url + path, { waitUntil: 'load' });
  await page.locator('html[data-live]').waitFor();
  await page.waitForTimeout(2_000);
  await page.evaluate(probe);
  const session = await context.newCDPSession(page);
  const [painted, deltas]: [Painted[], number[]] = [[], []];
  /** Moves the notes of the probe out of the page, whose heap would grow by them. */
  const drain = async (): Promise<void> => {
    painted.push(...(await page.evaluate<Painted[]>('painted.splice(0)')));
    deltas.push(...(await page.evaluate<number[]>('frames.deltas.splice(0)')));
  };
  // Processor time of the main thread: what else runs on the machine does not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    visibleKeys: (name: string) =>
      page.evaluate<string[]>(`[...document.querySelectorAll('table tbody tr')].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      }).map((row) => row.dataset.${name})`),
    painted: async (): Promise<readonly Painted[]> => {
      await drain();
      return painted;
    },
    frames: async (): Promise<Frames> => {
      await drain();
      return { ...(await page.evaluate<Frames>('frames')), deltas };
    },
    /** Of the main thread so far, ms. */
    mainThread: async (): Promise<Record<'task' | 'script' | 'style' | 'layout', number>> => {
      const { metrics } = await session.send('Performance.getMetrics');
      const ms = (wanted: string) =>
        1_000 * (metrics.find(({ name }) => name === wanted)?.value ?? 0);
      return {
        task: ms('TaskDuration'),
        script: ms('ScriptDuration'),
        style: ms('RecalcStyleDuration'),
        layout: ms('LayoutDuration'),
      };
    },
    /** After a collection, MB. */
    heapMb: async (): Promise<number> => {
      await drain();
      await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      const used = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
      return used / 1_048_576;
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
