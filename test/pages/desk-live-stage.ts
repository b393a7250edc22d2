/** A desk with stand-in services and a browser, for pages that are live. */
import { freePort } from '@svc/devnet';
import type { Browser, Page } from 'playwright-core';
import { deskUnderTest, tokenOf, type UnderTest } from '../../desk/test/desk-under-test.ts';
import { startChromium } from './chromium.ts';
import { deadlineMs } from './page-view.ts';

export interface LiveStage {
  desk: UnderTest;
  /** The page once its stream is open. */
  open(path: string): Promise<Page>;
  stop(): Promise<void>;
}

interface StageOptions {
  env?: Record<string, string>;
  /** Arguments of the browser. */
  browserArgs?: readonly string[];
}

export async function startLiveStage(
  chromium: string,
  { env, browserArgs = [] }: StageOptions = {},
): Promise<LiveStage> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const desk = await deskUnderTest({ env: { SVC_PUBLIC_URL: origin, ...env } });
  await desk.app.listen({ port, host: 'localhost' });
  const browser: Browser = await startChromium(chromium, browserArgs);
  return {
    desk,
    open: async (path) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      context.setDefaultTimeout(deadlineMs);
      const page = await context.newPage();
      await setSession(page, origin);
      await page.goto(origin + path, { waitUntil: 'load' });
      await page.locator('html[data-live]').waitFor();
      return page;
    },
    stop: async () => {
      await browser.close();
      await desk.app.close();
    },
  };
}

/** By an answer, which alone may set a `__Host-` cookie. */
async function setSession(page: Page, origin: string): Promise<void> {
  const cookie = `__Host-session=${tokenOf('dispatcher')}; Secure; HttpOnly; Path=/; SameSite=Lax`;
  const url = `${origin}/cookie`;
  const headers = { 'set-cookie': cookie, 'content-type': 'image/svg+xml' };
  await page.route(url, (route) => route.fulfill({ headers, body: '' }));
  await page.goto(url);
  await page.unroute(url);
}
