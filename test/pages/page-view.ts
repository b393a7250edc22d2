/** A page as somebody sees it, and all that must hold of each of them. */
import { readFile } from 'node:fs/promises';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';

const screens = {
  desktop: { viewport: { width: 1280, height: 900 } },
  small: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const satisfies Record<string, BrowserContextOptions>;
export type Screen = keyof typeof screens;

export interface Viewer {
  screen?: Screen;
  script?: boolean;
}

export const everyViewer: readonly Required<Viewer>[] = (['desktop', 'phone'] as const).flatMap(
  (screen) => [true, false].map((script) => ({ screen, script })),
);

/** Longest wait for anything that a page does by itself. */
export const deadlineMs = 60_000;

export interface View {
  page: Page;
  /** What the page complained of. */
  complaints: string[];
  /** Origins that it asked for anything. */
  origins: Set<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

const axeSource = readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

export async function view(browser: Browser, url: string, viewer: Viewer = {}): Promise<View> {
  const { screen = 'desktop', script = true } = viewer;
  const context = await browser.newContext({
    ...screens[screen],
    javaScriptEnabled: script,
    acceptDownloads: true,
  });
  context.setDefaultTimeout(deadlineMs);
  const page = await context.newPage();
  const complaints: string[] = [];
  const origins = new Set<string>();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => {
    // A stream that ends with the page is no failure.
    if (!new URL(request.url()).pathname.endsWith('/events'))
      complaints.push(`failed: ${request.url()}`);
  });
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  await page.goto(url, { waitUntil: 'load' });
  return { page, complaints, origins, [Symbol.asyncDispose]: () => context.close() };
}

/** Nothing to scroll sideways, no complaint, and no word to anybody but the server it came from. */
export async function expectSound({ page, complaints, origins }: View): Promise<void> {
  // Not `innerWidth`: a phone zooms out until what is too wide fits.
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  expect(complaints).toEqual([]);
  expect([...origins]).toEqual([new URL(page.url()).origin]);
}

/** axe-core: all rules, best practices included, in light; in dark those that depend on colours. */
export async function expectAccessible({ page }: View): Promise<void> {
  // As the browser's own: the page's policy would let no foreign script in, and stays in force.
  await page.evaluate(await axeSource);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await violationsOn(page, {})).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOn(page, { runOnly: 'cat.color' })).toEqual([]);
}

async function violationsOn(page: Page, options: RunOptions) {
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
  }));
}

/** All that can be read, in one line. */
export const textOf = async (page: Page): Promise<string> =>
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text is no text to a reader
  (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ');
