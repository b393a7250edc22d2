import { errors } from '@svc/contracts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mayOpen } from '../src/pages/access.ts';
import { deskTable } from '../src/pages/index.ts';
import { deskUnderTest, hiddenFields, start, tokenOf } from './desk-under-test.ts';
import { everyRole, personOf } from './persons.ts';

const forms = deskTable.filter((route) => route.kind === 'form');
const pathOf = (path: string) => path.replaceAll(/\{\w+\}/g, 'x_01');

async function desk() {
  const under = await deskUnderTest();
  onTestFinished(() => under.app.close());
  /** The hidden fields that every page of this session has. */
  const fieldsOf = async (token: string) =>
    hiddenFields((await under.get('/', token)).body, '/sign-out');
  return { ...under, fieldsOf };
}

const foreign = [
  ['of another origin', { origin: 'https://evil.example' }],
  ['of an origin that the browser hides', { origin: 'null' }],
  ['without an origin', { origin: undefined }],
  ['from another site', { 'sec-fetch-site': 'cross-site' }],
  ['from a sibling domain', { 'sec-fetch-site': 'same-site' }],
] as const;

describe.each(forms.map((form) => [form.path, form] as const))('the form %s', (path, form) => {
  const role = everyRole.find((each) => mayOpen(form.access, personOf(each))) ?? 'admin';
  const token = tokenOf(role);

  it.each(foreign)('%s sends nothing', async (_name, headers) => {
    const { post, fieldsOf, services } = await desk();
    const fields = await fieldsOf(token);
    services.calls.length = 0;
    const answer = await post(pathOf(path), token, fields, headers);
    expect(answer.statusCode).toBe(403);
    expect(services.calls).toEqual([]);
  });

  it('without its token, or with that of another session, sends nothing', async () => {
    const { post, fieldsOf, services, sessions } = await desk();
    const { _token, ...others } = await fieldsOf(token);
    sessions.set('token-of-another', personOf(role, 'ses_another'));
    const { _token: another = '' } = await fieldsOf('token-of-another');
    for (const fields of [others, { ...others, _token: another }, { ...others, _token: '0' }]) {
      expect((await post(pathOf(path), token, fields)).statusCode).toBe(403);
    }
    expect(services.callsOfPeople()).toEqual([]);
    expect(_token).toMatch(/^[0-9a-f]{64}$/);
  });

  it('of those without a session sends nothing', async () => {
    const { post, fieldsOf, services } = await desk();
    const answer = await post(pathOf(path), 'token-of-no-session', await fieldsOf(token));
    expect(answer.statusCode).toBe(403);
    expect(services.callsOfPeople()).toEqual([]);
  });

  it('without its number sends nothing', async () => {
    const { post, fieldsOf, services } = await desk();
    const { _token = '' } = await fieldsOf(token);
    expect((await post(pathOf(path), token, { _token })).statusCode).toBe(400);
    expect(services.callsOfPeople()).toEqual([]);
  });

  it('is refused to roles without its scope', async () => {
    const { post, fieldsOf, services } = await desk();
    for (const other of everyRole.filter((each) => !mayOpen(form.access, personOf(each)))) {
      const answer = await post(pathOf(path), tokenOf(other), await fieldsOf(tokenOf(other)));
      expect(answer.statusCode).toBe(403);
    }
    expect(services.callsOfPeople()).toEqual([]);
  });

  it('has a home in the table', () => {
    expect(deskTable.filter(({ kind }) => kind === 'page').map((page) => page.path)).toContain(
      form.home,
    );
  });
});

describe('a form', () => {
  const token = tokenOf('admin');

  it('that is sent twice is one request', async () => {
    const { get, post, services } = await desk();
    const fields = hiddenFields((await get('/sessions', token)).body, '/sessions/ses_other/end');
    services.calls.length = 0;
    for (const _time of ['first', 'second']) {
      const answer = await post('/sessions/ses_other/end', token, fields);
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/sessions']);
    }
    const [one, two] = services.callsOfPeople();
    expect(one).toMatchObject({
      service: 'accounts',
      action: 'endSession',
      input: { user_id: 'usr_admin', session_id: 'ses_other' },
      meta: { tenant: 'ten_demo', actor: 'usr_admin' },
    });
    expect(one?.meta.request).toMatch(/^[0-9a-f]{64}$/);
    expect(two?.meta).toMatchObject({
      request: one?.meta.request,
      fingerprint: one?.meta.fingerprint,
    });
  });

  it('of another page is another request', async () => {
    const { get } = await desk();
    const fields = async () => hiddenFields((await get('/sessions', token)).body, '/sessions/end');
    expect((await fields())._key).not.toBe((await fields())._key);
  });

  it('that is refused shows the refusal on its home, with a new number', async () => {
    const { get, post, services } = await desk();
    const detail = 'Not <now>, please.';
    services.answers.set('accounts.endSessions', () => ({
      refused: { code: 'invalid_transition', detail },
    }));
    const fields = hiddenFields((await get('/sessions', token)).body, '/sessions/end');
    const answer = await post('/sessions/end', token, fields);
    expect(answer.statusCode).toBe(errors.invalid_transition.status);
    expect(answer.body).toContain('<p class="alert" role="alert">Not &lt;now&gt;, please.</p>');
    expect(answer.body).toContain('<h1>Where you are signed in</h1>');
    expect(hiddenFields(answer.body, '/sessions/end')._key).not.toBe(fields._key);
  });

  it('whose service is away keeps its number: what was done is not done again', async () => {
    const { get, post, services } = await desk();
    services.answers.delete('accounts.endSessions');
    const fields = hiddenFields((await get('/sessions', token)).body, '/sessions/end');
    const answer = await post('/sessions/end', token, fields);
    expect(answer.statusCode).toBe(503);
    expect(hiddenFields(answer.body, '/sessions/end')._key).toBe(fields._key);
  });

  it('that is too large, or no form, is refused', async () => {
    const { post, services } = await desk();
    expect((await post('/sign-out', token, { a: 'x'.repeat(70_000) })).statusCode).toBe(413);
    const json = { 'content-type': 'application/json' };
    expect((await post('/sign-out', token, {}, json)).statusCode).toBe(415);
    expect(services.callsOfPeople()).toEqual([]);
  });
});

describe('a person', () => {
  const token = tokenOf('admin');

  it('is asked for again after ten seconds, and not before', async () => {
    const { get, services, sessions, clock } = await desk();
    const asked = () => services.calls.filter(({ action }) => action === 'findPerson').length;
    await get('/', token);
    clock.advanceMs(9_999);
    await get('/', token);
    expect(asked()).toBe(1);
    sessions.delete(token);
    clock.advanceMs(1);
    expect((await get('/', token)).statusCode).toBe(303);
    expect(asked()).toBe(2);
  });

  it('is forgotten at sign-out', async () => {
    const { post, get, fieldsOf, services, sessions } = await desk();
    services.answers.set('accounts.endSession', () => {
      sessions.delete(token);
      return { ok: {} };
    });
    const answer = await post('/sign-out', token, await fieldsOf(token));
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/signed-out']);
    const after = await get('/signed-out', token);
    expect(after.headers['set-cookie']).toMatch(/^__Host-session=;/);
    expect((await get('/', token)).statusCode).toBe(303);
  });

  it('stands in no line of the log', async () => {
    const { get, lines } = await desk();
    await get('/jobs?status=booked&starting_after=job_secret', token);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      route: 'GET /jobs',
      tenant: 'ten_demo',
      status: 200,
    });
    for (const secret of [token, 'Person admin', 'admin@', 'usr_admin', 'job_secret', start]) {
      expect(lines.join('')).not.toContain(secret);
    }
  });
});
