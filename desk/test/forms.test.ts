/** The road that all forms share: guards, one request, refusals and faults, markup, secrets. */
import { errors } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { keyField, tokenField } from '../src/form/form-view.ts';
import { type Fields, tokenOf, useDesk } from './desk-under-test.ts';
import { formExamples } from './form-examples.ts';
import { openForm } from './form-on-page.ts';
import type { FormExample } from './job-form-examples.ts';
import { entriesOf, hiddenFields, textOf } from './markup.ts';
import { everyRole, personOf, type Role } from './persons.ts';
import { everyForm, liveForms, livePages, pathOf } from './routes.ts';
import { createServices } from './services.ts';

const sandbox = createServices();
const env = { SVC_SANDBOX_URL: 'https://sandbox.example.test' };
const desk = useDesk({ env, sandboxTransport: sandbox });
const { get, post, services, sessions, lines } = desk;

/** The hidden fields that every page of a session has. */
const ownFields = async (token: string) => hiddenFields((await get('/', token)).body, '/sign-out');

/** Statuses of all forms, each sent by a role that may send it, and what the desk asked meanwhile. */
async function sendAll(
  send: (url: string, role: Role, fields: Fields) => Promise<{ statusCode: number }>,
) {
  const statuses: Record<string, number> = {};
  const asked: string[] = [];
  for (const { path, url, role } of everyForm) {
    const fields = await ownFields(tokenOf(role));
    services.calls.length = 0;
    statuses[path] = (await send(url, role, fields)).statusCode;
    asked.push(...[...services.calls, ...sandbox.calls].map(({ action }) => `${path} ${action}`));
  }
  return { statuses, asked: asked.filter((each) => !each.endsWith(' findPerson')), all: asked };
}
const everyOne = (status: number) =>
  Object.fromEntries(everyForm.map(({ path }) => [path, status] as const));

describe('every form', () => {
  it.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of an origin that the browser hides', { origin: 'null' }],
    ['without an origin', { origin: undefined }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from a sibling domain', { 'sec-fetch-site': 'same-site' }],
  ] as const)('refuses a request %s before it asks anything', async (_of, headers) => {
    const { statuses, all } = await sendAll((url, role, fields) =>
      post(url, tokenOf(role), fields, headers),
    );
    expect(statuses).toEqual(everyOne(403));
    expect(all).toEqual([]);
  });

  it.each([
    ['no token', async () => undefined],
    [
      'the token of another session',
      async (role: Role) => (await ownFields(`other-${role}`))._token,
    ],
    ['a guessed token', async () => '0'.repeat(64)],
  ])('refuses %s and sends nothing', async (_name, forge) => {
    const tokens = new Map<Role, string | undefined>();
    for (const role of everyRole) {
      sessions.set(`other-${role}`, personOf(role, `ses_other_${role}`));
      tokens.set(role, String((await forge(role)) ?? '') || undefined);
    }
    const { statuses, asked } = await sendAll(async (url, role, { _token, ...others }) => {
      const forged = tokens.get(role);
      expect(forged).not.toBe(_token);
      return post(url, tokenOf(role), { ...others, ...(forged && { [tokenField]: forged }) });
    });
    expect(statuses).toEqual(everyOne(403));
    expect(asked).toEqual([]);
  });

  it('refuses a sender without a session and sends nothing', async () => {
    const { statuses, asked } = await sendAll((url, _role, fields) =>
      post(url, 'token-of-no-session', fields),
    );
    expect(statuses).toEqual(everyOne(403));
    expect(asked).toEqual([]);
  });

  it('refuses a request without its number and sends nothing', async () => {
    const { statuses, asked } = await sendAll((url, role, { [keyField]: _key, ...fields }) =>
      post(url, tokenOf(role), fields),
    );
    expect(statuses).toEqual(everyOne(400));
    expect(asked).toEqual([]);
  });

  it.each(everyRole)('is refused to %s where the role lacks its scope', async (role) => {
    const fields = await ownFields(tokenOf(role));
    for (const { path, url } of everyForm.filter(({ roles }) => !roles.includes(role))) {
      const { statusCode } = await post(url, tokenOf(role), fields);
      expect([path, statusCode]).toEqual([path, 403]);
    }
    expect([...services.commands(), ...sandbox.calls]).toEqual([]);
  });

  it('is refused where its body is too large, of another type or coded', async () => {
    const send = async (...[fields, headers]: [Fields, Record<string, string>?]) =>
      post('/sign-out', tokenOf('admin'), fields, headers);
    expect((await send({ a: 'x'.repeat(70_000) })).statusCode).toBe(413);
    expect((await send({}, { 'content-type': 'application/json' })).statusCode).toBe(415);
    const coded = await send({}, { 'content-encoding': 'gzip' });
    expect([coded.statusCode, coded.headers['accept-encoding']]).toEqual([415, 'identity']);
    expect(services.callsOfPeople()).toEqual([]);
  });

  it('has a page of the table that shows it, and an example of its entries', () => {
    const pages = livePages.map(({ path }) => path);
    expect(liveForms.filter(({ route }) => !pages.includes(route.home))).toEqual([]);
    const shown = new Set(formExamples.map(({ path }) => path));
    expect([...shown].toSorted()).toEqual(liveForms.map(({ path }) => path).toSorted());
  });
});

/** Leaves an attribute of either quote, and runs as the address of a link. */
const payload = `javascript:alert(1)//"'><img src=x onerror=alert(1)>`;
const isMarkup = /<img|<[^>]*\b(?:href|src|action)=["']?javascript:/i;

/** Into a line or an area of text, rather than chosen. */
const isTyped = (form: string, name: string): boolean =>
  new RegExp(`<(?:input|textarea) id="[^"]*" name="${name}"(?! type="(?:checkbox|file)")`).test(
    form,
  );

/** Sent twice, it is one request of its command, in the name of the person. */
async function expectOneRequest(each: FormExample): Promise<void> {
  const { place, command, send } = await openForm(desk, each);
  const { user, tenant } = personOf(place.role);
  const { shows, next = shows === undefined ? pathOf(place.route.home) : undefined } = each;
  for (const _time of ['first', 'second']) {
    const { statusCode, headers, body } = await send();
    expect([statusCode, headers.location]).toEqual([next === undefined ? 200 : 303, next]);
    if (shows !== undefined) expect(textOf(body)).toContain(shows);
  }
  const [one, two, ...others] = services.commands();
  expect(others).toEqual([]);
  expect(`${one?.service}.${one?.action}`).toBe(command);
  expect(one?.input).toEqual(each.input ?? { id: 'x_01' });
  expect(one?.meta).toMatchObject({ tenant: tenant.id, actor: user.id });
  expect(one?.meta.request).toMatch(/^[0-9a-f]{64}$/);
  const { request, fingerprint } = one?.meta ?? {};
  if (each.isEachTime) expect(two?.meta.request).not.toBe(request);
  else expect(two?.meta).toMatchObject({ request, fingerprint });
}

/** After a refusal and after a fault its page shows the entries again. */
async function expectKept(each: FormExample): Promise<void> {
  const { place, form, shown, shownAt, command, send } = await openForm(desk, each);
  const kept = Object.fromEntries(
    Object.entries(each.fields ?? {}).filter(([name]) =>
      new RegExp(`name="${RegExp.escape(name)}"(?! type="file")`).test(form),
    ),
  );
  const detail = 'Not <now>, please.';
  services.answers.set(command, () => ({ refused: { code: 'invalid_transition', detail } }));
  const refused = await send();
  expect(refused.statusCode).toBe(errors.invalid_transition.status);
  expect(refused.body).toContain('<title>Not done: ');
  expect(refused.body).toContain('role="alert">Not &lt;now&gt;, please.');
  const after = entriesOf(refused.body, shownAt);
  expect(after).toMatchObject(kept);
  expect(after[keyField]).not.toBe(shown[keyField]);
  services.answers.delete(command);
  const failed = await send();
  expect(failed.statusCode).toBe(503);
  // What was done is not done again; the form of the frame, which signs out, is a new one.
  const number = place.path === '/sign-out' ? {} : { [keyField]: shown[keyField] };
  expect(entriesOf(failed.body, shownAt)).toMatchObject({ ...kept, ...number });
}

/** Markup in every entry is shown as text. */
async function expectText(each: FormExample): Promise<void> {
  const { form, shown, shownAt, command, send } = await openForm(desk, each);
  const refused = { code: 'invalid_body', detail: `Not with ${payload}.` } as const;
  services.answers.set(command, () => ({ refused }));
  const names = Object.keys({ ...shown, ...each.fields }).filter((name) => !name.startsWith('_'));
  const hostile = (of: string[]) => Object.fromEntries(of.map((name) => [name, payload]));
  const { body } = await send(hostile(names));
  const typed = names.filter((name) => isTyped(form, name));
  expect(entriesOf(body, shownAt)).toMatchObject(hostile(typed));
  expect(body).not.toMatch(isMarkup);
}

describe('the form of an example', () => {
  it.each(formExamples.map((each) => [each.path, each] as const))(
    '%s sends its command once, and shows its entries again when it is not done',
    async (_path, each) => {
      await expectOneRequest(each);
      await expectKept(each);
      await expectText(each);
    },
  );

  it('shows its secret once, and keeps it nowhere', async () => {
    for (const each of formExamples) {
      const { path, secret } = each;
      if (secret === undefined) continue;
      const { place, send } = await openForm(desk, each);
      const { body, headers } = await send();
      expect(body.split(secret), path).toHaveLength(2);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      const home = await get(pathOf(place.route.home), tokenOf(place.role));
      for (const text of [JSON.stringify(headers), lines.join(''), home.body]) {
        expect(text, path).not.toContain(secret);
      }
    }
    expect(lines.length).toBeGreaterThan(0);
  });
});
