/** The same people on the sandbox: pages under a prefix of their own, calls to its API alone. */
import { accounts } from '@svc/contracts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mayOpen } from '../src/pages/access.ts';
import { operations } from '../src/sandbox/operations.ts';
import { sandboxFace } from '../src/sandbox/table.ts';
import { answerAll } from './answers.ts';
import { deskUnderTest, hiddenFields, tokenOf } from './desk-under-test.ts';
import { everyRole, personOf, type Role } from './persons.ts';
import { createServices } from './services.ts';

const { base, table, scopes } = sandboxFace;
const pages = table.filter((route) => route.kind === 'page');
const forms = table.filter((route) => route.kind === 'form');
const pathOf = (path: string) => base + path.replaceAll(/\{\w+\}/g, 'x_01');
const env = { SVC_SANDBOX_URL: 'https://sandbox.example.test' };

const holds = (role: Role) => {
  const person = personOf(role);
  return { ...person, scopes: person.scopes.filter((scope) => scopes.has(scope)) };
};

async function desk() {
  const sandbox = createServices();
  answerAll(sandbox);
  const under = await deskUnderTest({ env, sandboxTransport: sandbox });
  onTestFinished(() => under.app.close());
  return { ...under, sandbox };
}

const namesOf = (calls: readonly { service: string; action: string }[]) =>
  calls.map(({ service, action }) => `${service}.${action}`);

describe.each(pages.map((page) => [pathOf(page.path), page] as const))(
  'the page %s',
  (path, page) => {
    it.each(everyRole)(
      'is for %s what the scopes of the role say, and asks the sandbox alone',
      async (role) => {
        const { get, services, sandbox } = await desk();
        const answer = await get(path, tokenOf(role));
        expect(answer.statusCode).toBe(mayOpen(page.access, holds(role)) ? 200 : 403);
        expect(services.callsOfPeople()).toEqual([]);
        for (const name of namesOf(sandbox.calls)) expect(Object.keys(operations)).toContain(name);
        if (answer.statusCode !== 200) return;
        expect(answer.body).toContain('<strong>Sandbox.</strong>');
        const links = [...answer.body.matchAll(/ (?:href|action)="(\/[^"]*)"/g)].map(
          ([, to]) => to ?? '',
        );
        const away = links.filter(
          (to) => !to.startsWith(`${base}/`) && to !== '/' && to !== '/icon.svg',
        );
        expect(away.filter((to) => !to.startsWith('/sign-out'))).toEqual([]);
      },
    );

    it('leads those without a session to the sign-in and back', async () => {
      const { get, sandbox } = await desk();
      const answer = await get(path);
      expect(answer.headers.location).toBe(`/sign-in?${new URLSearchParams({ return_to: path })}`);
      expect(sandbox.calls).toEqual([]);
    });
  },
);

describe.each(forms.map((form) => [pathOf(form.path), form] as const))(
  'the form %s',
  (path, form) => {
    it.each(everyRole)(
      'of %s with a foreign token, origin or role is refused, and nothing is sent',
      async (role) => {
        const { post, get, services, sandbox } = await desk();
        const opened = await get(`${base}/`, tokenOf(role));
        const token = /name="_token" value="([^"]*)"/.exec(opened.body)?.[1] ?? '';
        const fields = { _token: token, _key: '0123456789abcdef' };
        const elsewhere = await post(path, tokenOf(role), fields, { origin: 'https://evil.test' });
        expect(elsewhere.statusCode).toBe(403);
        const forged = await post(path, tokenOf(role), { ...fields, _token: 'a'.repeat(64) });
        expect(forged.statusCode).toBe(403);
        if (!mayOpen(form.access, holds(role))) {
          expect((await post(path, tokenOf(role), fields)).statusCode).toBe(403);
        }
        expect([...namesOf(services.callsOfPeople()), ...namesOf(sandbox.calls)]).toEqual([]);
      },
    );
  },
);

describe('the sandbox', () => {
  it('is a link for those who see something there, and live is the way back', async () => {
    const { get } = await desk();
    for (const role of everyRole) {
      const { body } = await get('/', tokenOf(role));
      const isThere = pages.some((page) => mayOpen(page.access, holds(role)));
      expect(body.includes('<a class="switch" href="/sandbox/">Sandbox</a>'), role).toBe(isThere);
      expect(body).not.toContain('class="environment"');
    }
    const { body } = await get('/sandbox/', tokenOf('viewer'));
    expect(body).toContain('<a class="switch" href="/">Back to live</a>');
  });

  it('is nowhere where the installation has none', async () => {
    const under = await deskUnderTest();
    onTestFinished(() => under.app.close());
    expect((await under.get('/', tokenOf('admin'))).body).not.toContain('class="switch"');
    expect((await under.get('/sandbox/', tokenOf('admin'))).statusCode).toBe(404);
  });

  it('shows key and session to those who may everything there, to nobody else', async () => {
    const { get } = await desk();
    const session = /svc-sandbox-session: portal-[0-9a-f]{32}</;
    for (const role of ['booker', 'viewer', 'auditor'] as const) {
      expect((await get('/sandbox/', tokenOf(role))).body).not.toMatch(session);
    }
    expect((await get('/sandbox/', tokenOf('admin'))).body).toMatch(session);
  });

  it('books a job with its scenario, once, and leads to it', async () => {
    const { get, post, services, sandbox } = await desk();
    const { body } = await get('/sandbox/book', tokenOf('booker'));
    const fields = {
      ...hiddenFields(body, '/sandbox/book'),
      ...{ pickup_site_id: 'cli-0', dropoff_site_id: 'lab-0', sku: 'LAB-STD', reference: 'R' },
      scenario: 'delivered',
    };
    const answer = await post('/sandbox/book', tokenOf('booker'), fields);
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe('/sandbox/jobs/job_new');
    expect(sandbox.asked('book')).toMatchObject([{ scenario: 'delivered', reference: 'R' }]);
    expect(services.callsOfPeople()).toEqual([]);
  });

  it('refuses two times the same site, under its own address', async () => {
    const { get, post, sandbox } = await desk();
    const { body } = await get('/sandbox/book', tokenOf('booker'));
    const places = { pickup_site_id: 'cli-0', dropoff_site_id: 'cli-0' };
    const entered = { ...places, sku: 'LAB-STD', reference: '', scenario: 'none' };
    const refused = await post('/sandbox/book', tokenOf('booker'), {
      ...hiddenFields(body, '/sandbox/book'),
      ...entered,
    });
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain('action="/sandbox/book"');
    expect(sandbox.asked('book')).toEqual([]);
  });

  it('signs nobody in who is not signed in on live', async () => {
    const { get, services } = await desk();
    services.answers.set('accounts.findPerson', ({ input }) => {
      accounts.actions.findPerson.input.parse(input);
      return { ok: { person: null } };
    });
    expect((await get('/sandbox/jobs', tokenOf('admin'))).statusCode).toBe(303);
  });
});
