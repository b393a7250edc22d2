/** Secrets are shown once: as the response of the POST that made them, and nowhere else. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { exampleClient } from './access-answers.ts';
import { deskUnderTest, hiddenFields, tokenOf } from './desk-under-test.ts';
import { hostileText } from './examples.ts';

const token = tokenOf('admin');
const docs = 'https://docs.example.test';

const ann = { name: 'Ann', email: 'ann@demo.example', role: 'viewer' };
const link = 'https://desk.example.test/invitations/the-invitation-token';
const cases = [
  ['/people', '/people', ann, link],
  ['/people', '/people/usr_booker/invitation', {}, link],
  ['/clients', '/clients', { name: 'a', scopes: 'jobs:read' }, 'the-client-secret'],
  ['/keys', '/keys', { name: 'a', scopes: 'jobs:read' }, 'svc_live_the-key'],
  ['/clients', '/clients/cli_01/rotate', { overlap_hours: '24' }, 'the-new-client-secret'],
  ['/keys', '/keys/key_01/rotate', { overlap_hours: '24' }, 'svc_live_the-new-key'],
  ['/webhooks', '/webhooks', { url: 'https://a.example', events: '*' }, 'whsec_the-secret'],
  ['/webhooks/wh_01', '/webhooks/wh_01/secret', {}, 'whsec_the-new-secret'],
] as const;

async function desk(env: Record<string, string> = {}) {
  const under = await deskUnderTest({ env });
  onTestFinished(() => under.app.close());
  return under;
}

describe.each(cases)('the secret of %s, %s', (home, path, fields, secret) => {
  it('is in the response of the POST, which nothing stores', async () => {
    const { get, post } = await desk();
    const answer = await post(path, token, {
      ...hiddenFields((await get(home, token)).body, path),
      ...fields,
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.body.split(secret)).toHaveLength(2);
    expect(answer.body).toContain(`<code class="secret">${secret}</code>`);
    expect(answer.body).toContain('<h2>What to do next</h2>');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(JSON.stringify(answer.headers)).not.toContain(secret);
  });

  it('is asked for by one request however often the form is sent, and on no page', async () => {
    const { get, post, services } = await desk();
    const own = hiddenFields((await get(home, token)).body, path);
    for (const _time of ['first', 'second']) {
      expect((await post(path, token, { ...own, ...fields })).body).toContain(secret);
    }
    const requests = services.calls.flatMap(({ meta }) => meta.request ?? []);
    expect(requests).toHaveLength(2);
    expect(new Set(requests).size).toBe(1);
    expect((await get(home, token)).body).not.toContain(secret);
  });

  it('stands in no line of the log', async () => {
    const { get, post, lines } = await desk();
    const own = hiddenFields((await get(home, token)).body, path);
    expect((await post(path, token, { ...own, ...fields })).body).toContain(secret);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('')).not.toContain(secret);
  });
});

describe('a secret that is made', () => {
  it('is shown again by a reload of its page, and another one for another form', async () => {
    const { get, post, services } = await desk();
    // As receipts do: one output for each request.
    const receipts = new Map<string | undefined, string>();
    services.answers.set('accounts.addClient', ({ meta: { request } }) => {
      const client_secret = receipts.get(request) ?? `secret-${receipts.size}`;
      receipts.set(request, client_secret);
      return { ok: { ...exampleClient, client_secret } };
    });
    const hidden = async () => hiddenFields((await get('/clients', token)).body, '/clients');
    const make = async (own: Record<string, string>) =>
      (await post('/clients', token, { ...own, name: 'a', scopes: 'jobs:read' })).body;
    const own = await hidden();
    expect(await make(own)).toContain('secret-0');
    expect(await make(own)).toContain('secret-0');
    expect(await make(await hidden())).toContain('secret-1');
  });
});

describe('the page of a secret', () => {
  const make = async (env: Record<string, string> = {}) => {
    const { get, post, services } = await desk(env);
    services.answers.set('accounts.addClient', () => ({
      ok: { ...exampleClient, name: hostileText, client_secret: 'the-client-secret' },
    }));
    const own = hiddenFields((await get('/clients', token)).body, '/clients');
    return (await post('/clients', token, { ...own, name: 'a', scopes: 'jobs:read' })).body;
  };

  it('escapes the name that a person gave', async () => {
    const body = await make();
    expect(body).toContain('The secret of &lt;script&gt;alert(1)');
    expect(body).not.toContain('<script>');
  });

  it('leads to the documentation where there is one', async () => {
    expect(await make({ SVC_DOCS_URL: docs })).toContain(`<a href="${docs}/start">`);
    expect(await make()).not.toContain('/start');
  });
});
