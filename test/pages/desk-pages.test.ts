/**
 * Every page of the desk in every state that it has: as usual, with nothing to show, with services away,
 * with a form refused, and where the live stream is gone. Services stand in behind it.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerAll } from '../../desk/test/answers.ts';
import { everyPage, liveForms, type Place } from '../../desk/test/routes.ts';
import { createServices } from '../../desk/test/services.ts';
import { requireChromium, startChromium } from './chromium.ts';
import { type StandIn, startStandIn } from './desk-stand-in.ts';
import { expectAccessible, expectFits, expectSound, type Screen, type View } from './page-view.ts';
import { takeScreenshot } from './screenshot.ts';

const chromium = await requireChromium();
/** On the sandbox a page has the same content in another frame: those of its own, and one that it shares. */
const ofSandbox = new Set(['/sandbox/', '/sandbox/book', '/sandbox/jobs/{id}']);
const pages = everyPage.filter(({ base, path }) => base === '' || ofSandbox.has(path));
const homes = new Set(liveForms.map(({ route }) => route.home));
const nameOf = (path: string) => `desk${path.replaceAll(/\W+/g, '-')}`;

describe.skipIf(chromium === undefined)('every page of the desk', () => {
  let browser: Browser;
  let standIn: StandIn;
  const sandboxTransport = createServices();
  beforeAll(async () => {
    browser = await startChromium(chromium ?? '');
    const env = { SVC_SANDBOX_URL: 'https://sandbox.example.test' };
    standIn = await startStandIn(browser, { env, sandboxTransport });
  });
  afterAll(async () => {
    await browser?.close();
    await standIn?.stop();
  });
  beforeEach(() => {
    standIn.desk.reset();
    answerAll(sandboxTransport);
  });
  const open = ({ url, role }: Place, screen: Screen) => standIn.open(url, { role, screen });

  /** Forms that wait behind a summary are part of the page; all at once, those of a group too. */
  const openDetails = ({ page }: View) =>
    page.evaluate(`for (const each of document.querySelectorAll('details')) {
      each.removeAttribute('name');
      each.open = true;
    }`);
  async function look(seen: View, name: string): Promise<void> {
    await openDetails(seen);
    await takeScreenshot(seen, name, 'all');
    await expectFits(seen);
    await expectAccessible(seen);
  }

  const empty = { object: 'list', total: 0, data: [], has_more: false };
  const isPerson = (name: string) => name === 'accounts.findPerson';
  /** Lists without items; the rest stays. */
  function answerNothing(): void {
    const { answers } = standIn.desk.services;
    for (const [name, answer] of answers) {
      answers.set(name, async (call) => {
        const reply = await answer(call);
        const isList = 'ok' in reply && Array.isArray(Object(reply.ok).data);
        return isList ? { ok: { ...Object(reply.ok), ...empty } } : reply;
      });
    }
  }
  function answerAway(): void {
    const { answers } = standIn.desk.services;
    for (const name of [...answers.keys()].filter((each) => !isPerson(each))) answers.delete(name);
  }
  function answerRefusals(): void {
    const refused = { code: 'invalid_body', detail: 'Not like this.' } as const;
    for (const { route } of liveForms) {
      const name = `${route.service}.${route.action}`;
      standIn.desk.services.answers.set(name, () => ({ refused }));
    }
  }

  /** Texts of pages that were looked at: a state that shows nothing else is not looked at again. */
  const looked = new Set<string>();
  async function lookOnce(seen: View, name: string): Promise<void> {
    const text = await seen.page.locator('main').textContent();
    const shown = String(text).replaceAll(/req_\w+/g, '');
    if (!looked.has(shown)) await look(seen, name);
    looked.add(shown);
  }

  it.each(pages.map((place) => [place.path, place] as const))(
    '%s is sound and accessible in each of its states',
    async (path, place) => {
      const name = nameOf(path);
      await using seen = await open(place, 'small');
      const { page } = seen;
      expect(await page.locator('h1').count()).toBe(1);
      await expectSound(seen);
      await lookOnce(seen, `${name}-small`);
      for (const [state, answer] of Object.entries({ empty: answerNothing, away: answerAway })) {
        standIn.desk.reset();
        answer();
        await page.reload();
        await lookOnce(seen, `${name}-${state}`);
      }
      standIn.desk.reset();
      await using wide = await open(place, 'desktop');
      await takeScreenshot(wide, `${name}-desktop`, 'all');
      await openDetails(wide);
      await expectSound(wide);
      await expectAccessible(wide, ['light']);
    },
  );

  it.each([...homes])('%s is accessible where its first form was refused', async (home) => {
    const place = pages.find(({ path }) => path === home);
    if (!place) throw new Error(`${home} is a page`);
    await using seen = await open(place, 'small');
    const form = seen.page.locator('main form[method=post]').first();
    if ((await form.count()) === 0) return;
    answerRefusals();
    // As it is shown, without the browser's own checks.
    await form.evaluate((element) => {
      element.setAttribute('novalidate', '');
      element.querySelector('button')?.click();
    });
    const alert = seen.page.locator('p.alert[role=alert]');
    expect(await alert.textContent()).toMatch(/Not like this|need another look/);
    await look(seen, `${nameOf(home)}-refused`);
  });

  it('is accessible where it shows a secret', async () => {
    await using seen = await standIn.open('/clients', { role: 'admin', screen: 'small' });
    const { page } = seen;
    await page.getByText('Make a client').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Night import');
    await page.getByLabel('jobs:read').check();
    await page.getByRole('button', { name: 'Make the client' }).click();
    await page.locator('.secret').waitFor();
    await look(seen, 'desk-client-secret');
  });

  it.each(['/desk', '/desk/alarms', '/desk/map'])(
    '%s is accessible where its stream is gone',
    async (path) => {
      await using seen = await standIn.open('/', { screen: 'small' });
      await seen.page.route('**/desk/live?**', (route) => route.abort());
      await seen.page.goto(standIn.origin + path, { waitUntil: 'load' });
      await look(seen, `${nameOf(path)}-without-stream`);
      await seen.page.unroute('**/desk/live?**');
    },
  );
});
