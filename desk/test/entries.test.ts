/** Forms with fields, on a table of the test's own. */
import { accounts, errors } from '@svc/contracts';
import { html } from '@svc/pages/html';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { selectField, textField } from '../src/pages/fields.ts';
import { homePage } from '../src/pages/home.ts';
import { form, page } from '../src/pages/route.ts';
import { sessionRoutes } from '../src/pages/sessions.ts';
import { deskUnderTest, hiddenFields, tokenOf } from './desk-under-test.ts';
import { hostileText } from './examples.ts';

const roleOptions = [
  ['viewer', 'Viewer'],
  ['booker', 'Booker'],
] as const;

const addUser = form(accounts, 'createUser', {
  path: '/people/{team}/add',
  access: 'admin:users',
  fields: z.object({
    email: z.string().min(3, 'Enter an address.'),
    name: z.string(),
    role: z.enum(['viewer', 'booker']),
  }),
  input: ({ fields }) => fields,
  home: '/people/{team}',
  next: '/people/{team}',
});
const openUser = form(accounts, 'createUser', {
  path: '/people/{team}/open',
  access: 'admin:users',
  fields: z.object({}),
  input: ({ param }) => ({ email: 'a@b.example', name: param('team'), role: 'viewer' as const }),
  home: '/people/{team}',
  next: ({ id }) => `/people/${id}`,
});
const people = page({
  path: '/people/{team}',
  access: 'admin:users',
  title: (team: string) => `People of ${team}`,
  asks: {},
  load: async ({ param }) => param('team'),
  render: (team, { forms }) => html`<h1>${team}</h1>
${forms.show(addUser, {
  params: { team },
  submit: 'Add',
  fields: (entries) => [
    textField({ name: 'email', label: 'Address', type: 'email', required: true }, entries),
    textField({ name: 'name', label: 'Name', hint: 'As it is shown.', maxLength: 120 }, entries),
    selectField({ name: 'role', label: 'Role', options: roleOptions }, entries),
  ],
})}
${forms.show(openUser, { params: { team }, submit: 'Open' })}`,
});

const token = tokenOf('admin');
const user = { id: 'usr_1', object: 'user', email: 'a@b.example', name: 'A', role: 'viewer' };
const at = '/people/north%20%26%20east';
const entered = { email: 'not an address', name: hostileText, role: 'booker' };

async function desk() {
  const under = await deskUnderTest({
    table: [homePage, people, addUser, openUser, ...sessionRoutes],
  });
  onTestFinished(() => under.app.close());
  const { answers } = under.services;
  answers.set('accounts.createUser', () => ({
    ok: { ...user, created_at: '2026-11-02T08:00:00.000Z' },
  }));
  const send = async (fields: Record<string, string>, query = '') => {
    const { body } = await under.get(at + query, token);
    const hidden = hiddenFields(body, `${at}/add${query}`);
    return under.post(`${at}/add${query}`, token, { ...hidden, ...fields });
  };
  return { ...under, send };
}

describe('a form with fields', () => {
  it('sends what was entered, and leads to the page as it was', async () => {
    const { send, services } = await desk();
    const fields = { email: 'a@b.example', name: 'A', role: 'booker' };
    const answer = await send(fields, '?sort=name');
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${at}?sort=name`]);
    expect(services.callsOfPeople().at(-1)?.input).toEqual(fields);
  });

  it('leads to what the command made', async () => {
    const { get, post } = await desk();
    const hidden = hiddenFields((await get(at, token)).body, `${at}/open`);
    expect((await post(`${at}/open`, token, hidden)).headers.location).toBe('/people/usr_1');
  });

  it('shows faults at their fields, keeps the entries as text, and sends nothing', async () => {
    const { send, services } = await desk();
    const answer = await send({ ...entered, email: 'x' });
    expect(answer.statusCode).toBe(400);
    expect(services.callsOfPeople()).toEqual([]);
    const { body } = answer;
    expect(body).toContain('<title>Not done: People of north &amp; east');
    expect(body).toContain('<span class="fault" id="e-email">Enter an address.</span>');
    expect(body).toContain(
      'value="x" autocomplete="off" required aria-invalid="true" aria-describedby="e-email"',
    );
    expect(body).toContain('value="&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;"');
    expect(body).toContain('<option value="booker" selected>');
    expect(body).not.toContain('<script>alert');
  });

  it.each([
    ['a refusal', { refused: { code: 'email_taken', detail: 'Taken.', path: ['email'] } }],
    ['bad input', { invalid: [{ path: ['email'], code: 'invalid', message: 'Taken.' }] }],
  ] as const)('shows %s of the command at its field', async (_name, reply) => {
    const { send, services } = await desk();
    services.answers.set('accounts.createUser', () => ({
      ...('refused' in reply
        ? { refused: { ...reply.refused, path: [...reply.refused.path] } }
        : { invalid: reply.invalid.map((issue) => ({ ...issue, path: [...issue.path] })) }),
    }));
    const answer = await send(entered);
    expect(answer.statusCode).toBe('refused' in reply ? errors.email_taken.status : 400);
    expect(answer.body).toContain('<span class="fault" id="e-email">Taken.</span>');
    expect(answer.body).toContain('value="not an address"');
  });

  it('with a field twice is refused', async () => {
    const { get, app } = await desk();
    const hidden = hiddenFields((await get(at, token)).body, `${at}/add`);
    const body = new URLSearchParams([...Object.entries({ ...hidden, ...entered }), ['name', 'B']]);
    const answer = await app.inject({
      method: 'POST',
      url: `${at}/add`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://desk.example.test',
        cookie: `__Host-session=${token}`,
      },
      body: body.toString(),
    });
    expect(answer.statusCode).toBe(400);
  });

  it('needs its home in the table', async () => {
    await expect(deskUnderTest({ table: [homePage, addUser, ...sessionRoutes] })).rejects.toThrow(
      'no page has the path /people/{team}',
    );
  });
});
