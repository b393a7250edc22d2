/** Every page of the desk, and every form after a refusal, in a browser; services stand in behind it. */
import { statuses } from '@svc/contracts';
import { mayOpen } from '@svc/desk/pages/access';
import { deskTable } from '@svc/desk/pages/index';
import type { DeskForm, DeskPage } from '@svc/desk/pages/route';
import { sandboxFace } from '@svc/desk/sandbox/table';
import { freePort } from '@svc/devnet';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerAll } from '../../desk/test/answers.ts';
import { answerJob, jobDetail } from '../../desk/test/desk-answers.ts';
import { deskUnderTest, tokenOf, type UnderTest } from '../../desk/test/desk-under-test.ts';
import { everyRole, personOf } from '../../desk/test/persons.ts';
import { offerPath } from '../../desk/test/portal-forms.ts';
import { createServices } from '../../desk/test/services.ts';
import { requireChromium, startChromium } from './chromium.ts';
import { expectAccessible, expectSound, type Screen, type View, view } from './page-view.ts';
import { takeScreenshot } from './screenshot.ts';

const chromium = await requireChromium();
const pages = deskTable.filter((route) => route.kind === 'page');
const { base, table: sandboxTable } = sandboxFace;
const sandboxPages = sandboxTable
  .filter((route) => route.kind === 'page')
  .map(({ path, access }) => ({ path: base + path, access }));
const forms = deskTable.filter((route) => route.kind === 'form');
const screens = ['small', 'desktop'] as const satisfies Screen[];
/** With the price that the second step of a booking is about. */
const pathOf = (path: string) =>
  path === '/book/price' ? offerPath : path.replaceAll(/\{\w+\}/g, 'x_01');
const nameOf = (path: string) => `desk${path.replaceAll(/\W+/g, '-')}`;

describe.skipIf(chromium === undefined)('the desk in a browser', () => {
  let browser: Browser;
  let origin: string;
  let desk: UnderTest;
  beforeAll(async () => {
    const port = await freePort();
    origin = `http://localhost:${port}`;
    const sandboxTransport = createServices();
    answerAll(sandboxTransport);
    const env = { SVC_DESK_URL: origin, SVC_SANDBOX_URL: 'https://sandbox.example.test' };
    desk = await deskUnderTest({ env, sandboxTransport });
    await desk.app.listen({ port, host: 'localhost' });
    browser = await startChromium(chromium ?? '');
  });
  afterAll(async () => {
    await browser?.close();
    await desk?.app.close();
  });

  /** As somebody whose role may open it. */
  const open = ({ path, access }: Pick<DeskPage, 'path' | 'access'>, screen: Screen) => {
    const role = everyRole.find((each) => mayOpen(access, personOf(each)));
    if (!role) throw new Error(`nobody may open ${path}`);
    const cookie = `__Host-session=${tokenOf(role)}; Secure; HttpOnly; Path=/; SameSite=Lax`;
    return view(browser, `${origin}${pathOf(path)}`, { screen, cookie });
  };

  describe.each(screens)('on a %s screen', (screen) => {
    const all = [...pages, ...sandboxPages];
    it.each(all.map((page) => [page.path, page] as const))('%s can be used', async (_, page) => {
      await using shown = await open(page, screen);
      expect(await shown.page.locator('h1').count()).toBe(1);
      await takeScreenshot(shown, `${nameOf(page.path)}-${screen}`, 'all');
      await expectSound(shown);
      await expectAccessible(shown);
    });
  });

  /** Submits a form as it is shown, without the browser's own checks; false where there is none. */
  const submit = async ({ page }: View, { path }: DeskForm): Promise<boolean> => {
    // `action` may carry the query of the page.
    const action = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);
    for (const each of await page.locator('form[method=post]').all()) {
      if (!action.test((await each.getAttribute('action')) ?? '')) continue;
      const answered = page.waitForEvent('load');
      await each.evaluate((element) => {
        element.setAttribute('novalidate', '');
        element.querySelector('button')?.click();
      });
      await answered;
      return true;
    }
    return false;
  };

  /** On its home, for a form of a job in the first state of the job that has it. */
  const sent = async (form: DeskForm): Promise<View> => {
    for (const status of statuses) {
      answerJob(desk.services, { ...jobDetail, status });
      const shown = await open({ path: form.home, access: form.access }, 'small');
      if (await submit(shown, form)) return shown;
      await shown[Symbol.asyncDispose]();
    }
    throw new Error(`${form.home} shows no form to ${form.path}`);
  };

  /** The first form of each page is looked at as a whole. */
  const firstOfHome = new Set(
    new Map(forms.toReversed().map((form) => [form.home, form])).values(),
  );

  it.each(forms.map((form) => [form.path, form] as const))(
    'a refusal of %s is told where it was asked, in words',
    async (_, form) => {
      const action = `${form.service}.${form.action}`;
      const answer = desk.services.answers.get(action);
      const refused = { code: 'invalid_body', detail: 'The service refuses that.' } as const;
      desk.services.answers.set(action, () => ({ refused }));
      try {
        await using shown = await sent(form);
        const alert = shown.page.locator('p[role=alert]').first();
        expect(await alert.textContent()).toMatch(/refuses that|need another look/);
        if (!firstOfHome.has(form)) return;
        await takeScreenshot(shown, `${nameOf(form.path)}-refused`, 'all');
        await expectAccessible(shown);
      } finally {
        answerJob(desk.services, jobDetail);
        if (answer) desk.services.answers.set(action, answer);
      }
    },
  );
});
