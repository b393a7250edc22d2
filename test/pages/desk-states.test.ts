/**
 * Every page of the desk in every state that it has, with axe-core: as usual, with nothing to show, with
 * services away, with a form refused, and where the live stream is gone. Services stand in behind it.
 */
import { deskTable } from '@svc/desk/pages/index';
import { freePort } from '@svc/devnet';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mayOpen } from '../../desk/src/pages/access.ts';
import { answerAll } from '../../desk/test/answers.ts';
import { deskUnderTest, tokenOf, type UnderTest } from '../../desk/test/desk-under-test.ts';
import { everyRole, personOf } from '../../desk/test/persons.ts';
import { offerPath } from '../../desk/test/portal-forms.ts';
import { requireChromium, startChromium } from './chromium.ts';
import { deadlineMs, expectAccessible } from './page-view.ts';

const chromium = await requireChromium();
const pages = deskTable.filter((route) => route.kind === 'page');
const pathOf = (path: string) =>
  path === '/book/price' ? offerPath : path.replaceAll(/\{\w+\}/g, 'x_01');

describe.skipIf(chromium === undefined)('every page of the desk', () => {
  let browser: Browser;
  let desk: UnderTest;
  let origin: string;
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
  beforeEach(() => answerAll(desk.services));

  async function contextOf(path: string, width: number): Promise<BrowserContext> {
    const access = pages.find((page) => page.path === path)?.access ?? 'signed_in';
    const role = everyRole.find((each) => mayOpen(access, personOf(each))) ?? 'admin';
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    context.setDefaultTimeout(deadlineMs);
    const page = await context.newPage();
    const cookie = `__Host-session=${tokenOf(role)}; Secure; HttpOnly; Path=/; SameSite=Lax`;
    const headers = { 'set-cookie': cookie, 'content-type': 'image/svg+xml' };
    await page.route(`${origin}/cookie`, (route) => route.fulfill({ headers, body: '' }));
    await page.goto(`${origin}/cookie`);
    return context;
  }

  async function expectGood(page: Page): Promise<void> {
    // Forms that wait behind a summary are part of the page.
    await page.evaluate(
      'for (const each of document.querySelectorAll("details")) each.open = true',
    );
    await expectAccessible({ page });
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  }

  const empty = { object: 'list', total: 0, data: [], has_more: false };
  /** Lists without items; the rest stays. */
  function answerNothing(): void {
    const { answers } = desk.services;
    for (const [name, answer] of answers) {
      if (name === 'accounts.findPerson') continue;
      answers.set(name, async (call) => {
        const reply = await answer(call);
        const isList = 'ok' in reply && Array.isArray(Object(reply.ok).data);
        return isList ? { ok: { ...Object(reply.ok), ...empty } } : reply;
      });
    }
  }
  function answerAway(): void {
    const { answers } = desk.services;
    for (const name of answers.keys()) {
      if (name !== 'accounts.findPerson') answers.set(name, () => ({ fault: 'unavailable' }));
    }
  }
  const states = { usual: () => undefined, empty: answerNothing, away: answerAway } as const;

  it.each(pages.map(({ path }) => path))('%s, with 360 and 1280 px', async (path) => {
    for (const width of [360, 1280]) {
      await using context = await contextOf(path, width);
      const [page] = context.pages();
      if (!page) throw new Error('the context has a page');
      for (const [state, answer] of Object.entries(states)) {
        // Width changes the frame, which is the same in every state.
        if (width === 1280 && state !== 'usual') continue;
        answerAll(desk.services);
        answer();
        await page.goto(`${origin}${pathOf(path)}`, { waitUntil: 'load' });
        await expectGood(page);
      }
    }
  });

  /** By the page that shows them: the first form of each. */
  const homes = new Map(
    deskTable.flatMap((route) => (route.kind === 'form' ? [[route.home, route] as const] : [])),
  );
  it.each([...homes.keys()])('%s with a refused form', async (path) => {
    await using context = await contextOf(path, 360);
    const [page] = context.pages();
    if (!page) throw new Error('the context has a page');
    await page.goto(`${origin}${pathOf(path)}`, { waitUntil: 'load' });
    const forms = page.locator('main form[method=post]');
    if ((await forms.count()) === 0) return;
    for (const { service, action } of deskTable.filter((route) => route.kind === 'form')) {
      desk.services.answers.set(`${service}.${action}`, () => ({
        refused: { code: 'invalid_body', detail: 'Not like this.' },
      }));
    }
    const loaded = page.waitForEvent('load');
    await page.evaluate('document.querySelector("main form[method=post]").submit()');
    await loaded;
    await expectGood(page);
  });

  it.each(['/desk', '/desk/alarms', '/desk/map'])('%s where the stream is gone', async (path) => {
    await using context = await contextOf(path, 360);
    const [page] = context.pages();
    if (!page) throw new Error('the context has a page');
    await page.route('**/desk/live?**', (route) => route.abort());
    await page.goto(`${origin}${path}`, { waitUntil: 'load' });
    await expectGood(page);
  });
});
