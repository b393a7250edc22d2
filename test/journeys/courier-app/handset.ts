/** A courier's phone: a browser of its own with the app, in the hand of somebody who hurries. */

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { deadlineMs, expectAccessible } from '../../pages/page-view.ts';
import { takeScreenshot } from '../../pages/screenshot.ts';

/** Longest wait of a step, ms: `SVC_PATIENCE_MS` is for runs in the background of a busy machine. */
export const patienceMs = Number(process.env.SVC_PATIENCE_MS ?? deadlineMs);

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true } as const;

export interface Handset {
  context: BrowserContext;
  page(): Page;
  /** Errors in the page's console, but for requests without a network. */
  complaints: string[];
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
  /** Ends the page at once, as a phone does that needs the memory, and opens the app again. */
  kill(): Promise<void>;
  reload(): Promise<void>;
  /** From the next page on: device clock minus true time, ms. Opens the app anew, with a network. */
  setClock(errorMs: number): Promise<void>;
  close(): Promise<void>;
}

export interface HandsetOptions {
  /** Device clock minus true time, ms. */
  clockErrorMs?: number;
  /** Storage that the browser grants to the app, bytes. */
  quotaBytes?: number;
  context?: BrowserContextOptions;
}

/** The latest of these scripts counts. */
const wrongClock = (errorMs: number): string => `{
  globalThis.trueNow ??= Date.now.bind(Date);
  Date.now = () => globalThis.trueNow() + ${errorMs};
}`;

/** Enrolled by the link. */
export async function newHandset(
  browser: Browser,
  { origin, enrolment }: { origin: string; enrolment: string },
  { clockErrorMs = 0, quotaBytes, context: options = {} }: HandsetOptions = {},
): Promise<Handset> {
  const context = await browser.newContext({ ...phone, ...options });
  context.setDefaultTimeout(patienceMs);
  await context.addInitScript(wrongClock(clockErrorMs));
  const complaints: string[] = [];
  const open = async (address: string): Promise<Page> => {
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      // Requests that fail without a network are logged by the browser itself.
      const isOffline = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isOffline) complaints.push(message.text());
    });
    if (quotaBytes !== undefined) {
      const session = await context.newCDPSession(page);
      const quota = { origin, quotaSize: quotaBytes };
      await session.send('Storage.overrideQuotaForOrigin', quota);
    }
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };
  let page = await open(`${origin}/app/#enrol=${enrolment}`);
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  expect(await page.evaluate(isKeyExtractable)).toBe(false);
  // Without its worker the app would not open without a network.
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  return {
    context,
    page: () => page,
    complaints,
    goOffline: () => context.setOffline(true),
    goOnline: () => context.setOffline(false),
    kill: async () => {
      const { hash } = new URL(page.url());
      await page.close({ runBeforeUnload: false });
      page = await open(`${origin}/app/${hash}`);
    },
    reload: async () => {
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
    setClock: async (errorMs) => {
      await context.setOffline(false);
      await context.addInitScript(wrongClock(errorMs));
      await page.close();
      page = await open(`${origin}/app/`);
    },
    close: () => context.close(),
  };
}

const widths = [320, 360, 1280] as const;
/** WCAG 2.5.5, px. */
const targetMin = 44;

const smallTargets = `[...document.querySelectorAll('a, button, input, select, textarea, summary')]
  .filter((each) => each.checkVisibility())
  .map((each) => ({ each, box: each.getBoundingClientRect() }))
  .filter(({ box }) => Math.min(box.width, box.height) < ${targetMin})
  .map(({ each, box }) => each.outerHTML.slice(0, 80) + ' ' + box.width + ' x ' + box.height)`;

/** No fault that axe knows, nothing wider than the screen, no small target, in light and dark. */
export async function expectGood(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 });
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(wide).toBeLessThanOrEqual(width);
    expect(await page.evaluate(smallTargets)).toEqual([]);
    await expectAccessible({ page });
  }
  await page.setViewportSize({ width: 360, height: 740 });
}

/** For the documentation in light, and among all pictures in both themes. */
export async function picture(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await takeScreenshot({ page }, `${name}-${colorScheme}`, 'all');
  }
  await takeScreenshot({ page }, name);
}

/**
 * Everything that waits is sent: the device's database is empty, but for `open` forms, and the page
 * comes to say so.
 */
export async function expectEmpty({ page }: Pick<Handset, 'page'>, open = 0): Promise<void> {
  const left = () => page().evaluate<Record<string, number>>(countsSource);
  await expect
    .poll(left, { timeout: patienceMs, interval: 100 })
    .toMatchObject({ action: 0, image: 0, draft: open });
  await page().locator('#status').filter({ hasText: 'Nothing waiting' }).waitFor();
}

const opened = `await new Promise((done, fail) => {
  const request = indexedDB.open('courier');
  request.onsuccess = () => done(request.result);
  request.onerror = fail;
})`;
const read = (call: string) => `await new Promise((done) => {
  const request = ${call};
  request.onsuccess = () => done(request.result);
})`;

const isKeyExtractable = `(async () => {
  const db = ${opened};
  const device = ${read("db.transaction('state').objectStore('state').get('device')")};
  db.close();
  return device.key.extractable;
})()`;

/** Records of a store of the device's database, without what JSON has no word for. */
export const storedIn = <T>({ page }: Handset, store: string): Promise<T[]> =>
  page().evaluate<T[]>(`(async () => {
  const db = ${opened};
  const all = ${read(`db.transaction('${store}').objectStore('${store}').getAll()`)};
  db.close();
  return JSON.parse(JSON.stringify(all));
})()`);

/** Takes all room that is left to the app, until `releaseRoom`. */
export const fillRoom = ({ page }: Handset): Promise<void> =>
  page().evaluate(`(async () => {
  const db = ${opened};
  let taken = 0;
  for (const size of [65_536, 4_096, 256, 16]) {
    for (let isFull = false; !isFull; taken += 1) {
      const bytes = crypto.getRandomValues(new Uint8Array(65_536)).slice(0, size);
      const filler = { action_id: 'filler', kind: String(taken), bytes };
      isFull = await new Promise((done) => {
        const tx = db.transaction('image', 'readwrite');
        tx.objectStore('image').put(filler);
        tx.oncomplete = () => done(false);
        tx.onabort = () => done(tx.error.name === 'QuotaExceededError');
      });
    }
  }
  db.close();
})()`);

export const releaseRoom = ({ page }: Handset): Promise<void> =>
  page().evaluate(`(async () => {
  const db = ${opened};
  const all = IDBKeyRange.bound(['filler'], ['filler', []]);
  const tx = db.transaction('image', 'readwrite');
  tx.objectStore('image').delete(all);
  await new Promise((done) => { tx.oncomplete = done; });
  db.close();
})()`);

const countsSource = `(async () => {
  const db = ${opened};
  const counts = {};
  for (const name of db.objectStoreNames) {
    counts[name] = ${read('db.transaction(name).objectStore(name).count()')};
  }
  db.close();
  return counts;
})()`;

/** Digests of the images in the open form of a job, of the bytes that the device holds; by kind. */
export const imageDigests = ({ page }: Handset, jobId: string): Promise<Record<string, string>> =>
  page().evaluate(`(async () => {
  const db = ${opened};
  const drafts = ${read("db.transaction('draft').objectStore('draft').getAll()")};
  const images = ${read("db.transaction('image').objectStore('image').getAll()")};
  db.close();
  const open = drafts.filter(({ job_id }) => job_id === ${JSON.stringify(jobId)});
  const digests = {};
  for (const { kind, bytes } of images.filter((image) => open.some(({ id }) => id === image.action_id))) {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    digests[kind] = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }
  return digests;
})()`);
