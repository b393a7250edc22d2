/** Pages that were left are used again, as new: a context of its own costs twice what a page does. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export interface PageRecord {
  /** Errors in the page's console. */
  complaints: string[];
  /** Origins that it asked for anything. */
  origins: Set<string>;
}

interface PooledPage {
  page: Page;
  record: PageRecord;
  /** Without anything that its server left in it. */
  giveBack(): Promise<void>;
}

const pools = new WeakMap<Browser, Map<string, PooledPage[]>>();

export async function takePage(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<PooledPage> {
  const pool = pools.get(browser) ?? new Map<string, PooledPage[]>();
  pools.set(browser, pool);
  const key = JSON.stringify(options);
  const free = pool.get(key) ?? [];
  pool.set(key, free);
  return free.pop() ?? openPage(browser, options, free);
}

async function openPage(
  browser: Browser,
  options: BrowserContextOptions,
  free: PooledPage[],
): Promise<PooledPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const pooled: PooledPage = { page, record: newRecord(), giveBack };
  listen(pooled);
  const session = await context.newCDPSession(page);
  async function giveBack(): Promise<void> {
    const { origin } = new URL(page.url());
    await page.goto('about:blank');
    pooled.record = newRecord();
    await page.emulateMedia({ colorScheme: null });
    await context.setOffline(false);
    await context.clearCookies();
    await context.clearPermissions();
    await session.send('Network.clearBrowserCache');
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    free.push(pooled);
  }
  return pooled;
}

const newRecord = (): PageRecord => ({ complaints: [], origins: new Set() });

function listen(pooled: PooledPage): void {
  const { page } = pooled;
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      pooled.record.complaints.push(message.text());
  });
  page.on('pageerror', (error) => pooled.record.complaints.push(error.message));
  page.on('requestfailed', (request) => {
    // A page that is left ends its requests and streams: no failure.
    const isEnded = request.failure()?.errorText === 'net::ERR_ABORTED';
    if (!isEnded && !new URL(request.url()).pathname.endsWith('/events'))
      pooled.record.complaints.push(`failed: ${request.url()}`);
  });
  page.on('request', (request) => pooled.record.origins.add(new URL(request.url()).origin));
}
