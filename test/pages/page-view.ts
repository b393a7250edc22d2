/** A page as somebody sees it, and all that must hold of each of them. */
import { readFile } from 'node:fs/promises';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { takePage } from './page-pool.ts';

const screens = {
  desktop: { viewport: { width: 1280, height: 900 } },
  small: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const satisfies Record<string, BrowserContextOptions>;
export type Screen = keyof typeof screens;

export interface Viewer {
  screen?: Screen;
  script?: boolean;
  /** A `Set-Cookie` that the server is taken to have answered before. */
  cookie?: string;
}

/** Both screens; without a script the smaller one. */
export const everyViewer: readonly Required<Omit<Viewer, 'cookie'>>[] = [
  { screen: 'desktop', script: true },
  { screen: 'phone', script: true },
  { screen: 'phone', script: false },
];

/** Longest wait for anything that a page does by itself. */
export const deadlineMs = 60_000;

export interface View {
  page: Page;
  /** Errors in the page's console. */
  complaints: string[];
  /** Origins that it asked for anything. */
  origins: Set<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

const axeSource = readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

export async function view(browser: Browser, url: string, viewer: Viewer = {}): Promise<View> {
  const { screen = 'desktop', script = true, cookie } = viewer;
  const options = { ...screens[screen], javaScriptEnabled: script, acceptDownloads: true };
  const pooled = await takePage(browser, options);
  const { page } = pooled;
  page.setDefaultTimeout(deadlineMs);
  if (cookie !== undefined) await setCookie(page, new URL('/cookie', url).href, cookie);
  const { complaints, origins } = pooled.record;
  complaints.length = 0;
  origins.clear();
  await page.goto(url, { waitUntil: 'load' });
  return { page, complaints, origins, [Symbol.asyncDispose]: () => pooled.giveBack() };
}

/** By an answer, which alone may set a `__Host-` cookie. */
export async function setCookie(page: Page, url: string, cookie: string): Promise<void> {
  const headers = { 'set-cookie': cookie, 'content-type': 'text/html' };
  // Without an icon of its own the browser asks for one, which may fail after the next page has come.
  const body = '<!doctype html><link rel="icon" href="data:,">';
  await page.route(url, (route) => route.fulfill({ headers, body }));
  await page.goto(url);
  await page.unroute(url);
}

/** Nothing to scroll sideways. */
export async function expectFits({ page }: Pick<View, 'page'>): Promise<void> {
  // Not `innerWidth`: a phone zooms out until what is too wide fits.
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

/** It fits, without a complaint, and without a word to anybody but the server it came from. */
export async function expectSound({ page, complaints, origins }: View): Promise<void> {
  await expectFits({ page });
  expect(complaints).toEqual([]);
  expect([...origins]).toEqual([new URL(page.url()).origin]);
}

type Scheme = 'light' | 'dark';
const rulesOf: Record<Scheme, RunOptions> = { light: {}, dark: { runOnly: 'cat.color' } };

/**
 * axe-core: all rules, best practices included, in light; in dark those that depend on colours, which
 * are the same at every width.
 */
export async function expectAccessible(
  { page }: Pick<View, 'page'>,
  schemes: readonly Scheme[] = ['light', 'dark'],
): Promise<void> {
  // As the browser's own: the page's policy would let no foreign script in, and stays in force.
  await page.evaluate(await axeSource);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsOn(page, rulesOf[colorScheme])).toEqual([]);
  }
}

async function violationsOn(page: Page, options: RunOptions) {
  // Without the details of what passes, which cost more than the rules.
  const wanted: RunOptions = { ...options, resultTypes: ['violations'] };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(wanted)})`);
  return violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
  }));
}

/** Opens everything that is folded. */
export const unfold = (page: Page): Promise<void> =>
  page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");

/** All that can be read, in one line. */
export const textOf = async (page: Page): Promise<string> =>
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text is no text to a reader
  (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ');
