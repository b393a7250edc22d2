/** What a first visit loads of each page that the menu leads to, on a day of 80 jobs. */
import { pathNames } from '@svc/desk/address/path';
import { deskTable } from '@svc/desk/pages/index';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveJob } from '../../desk/test/desk-answers.ts';
import { pageOf } from '../../desk/test/examples.ts';
import { everyRole, personOf } from '../../desk/test/persons.ts';
import { requireChromium, startChromium } from './chromium.ts';
import { type StandIn, sessionCookie, startStandIn } from './desk-stand-in.ts';
import { setCookie } from './page-view.ts';

const chromium = await requireChromium();
const bytesMax = 120_000;

const pages = deskTable
  .filter((route) => route.kind === 'page')
  .filter(({ nav, path }) => nav !== undefined && pathNames(path).length === 0)
  .flatMap(({ path, access }) => {
    const role = everyRole.find(
      (each) => access === 'signed_in' || personOf(each).scopes.includes(access),
    );
    return role === undefined ? [] : [[path, role] as const];
  });

describe.skipIf(chromium === undefined)('a first visit', () => {
  let browser: Browser;
  let standIn: StandIn;
  beforeAll(async () => {
    browser = await startChromium(chromium ?? '');
    standIn = await startStandIn(browser);
    const jobs = Array.from({ length: 80 }, (_, n) => ({ ...liveJob, id: `job_${n}`, version: 1 }));
    standIn.desk.services.answer('jobs.listLive', pageOf(jobs));
  });
  afterAll(async () => {
    await browser?.close();
    await standIn?.stop();
  });

  it.each(pages)('of %s, as %s, loads at most 120 kB', async (path, role) => {
    // Nothing is cached in a new context.
    const context = await browser.newContext();
    const page = await context.newPage();
    await setCookie(page, `${standIn.origin}/cookie`, sessionCookie(role));
    const loaded = new Map<string, number>();
    const sizes: Promise<void>[] = [];
    page.on('requestfinished', (request) => {
      const kind = request.resourceType();
      const size = request.sizes().then(({ responseBodySize }) => {
        loaded.set(kind, (loaded.get(kind) ?? 0) + responseBodySize);
      });
      sizes.push(size);
    });
    await page.goto(standIn.origin + path, { waitUntil: 'load' });
    await page.evaluate('document.fonts.ready');
    const kinds = ['document', 'stylesheet', 'font'];
    await expect.poll(() => kinds.filter((kind) => !loaded.has(kind))).toEqual([]);
    page.removeAllListeners('requestfinished');
    await Promise.all(sizes);
    await context.close();
    const sum = [...loaded.values()].reduce((total, each) => total + each, 0);
    expect(sum).toBeLessThanOrEqual(bytesMax);
  });
});
