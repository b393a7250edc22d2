import { accounts, type Invitation } from '@svc/contracts';
import { type OpenIdProvider, startOpenIdProvider } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { deskUnderTest } from './desk-under-test.ts';
import { hostileText } from './examples.ts';
import { personOf } from './persons.ts';
import { signInAt } from './provider-browser.ts';

const publicUrl = 'http://localhost:8082';
const email = 'ann@demo.example';
const link = '/invitations/the-token';

let provider: OpenIdProvider;
beforeAll(async () => {
  provider = await startOpenIdProvider({
    redirectUris: [`${publicUrl}/sign-in/callback`],
    people: [{ email, role: 'Ann' }],
  });
});
afterAll(() => provider.stop());

const open: Invitation = {
  user: { id: 'usr_ann', email, role: 'viewer' },
  tenant: { id: 'ten_demo', name: `Demo ${hostileText}` },
  expires_at: '2026-11-09T08:00:00.000Z',
};

async function desk() {
  const env = { SVC_DESK_URL: publicUrl, SVC_OIDC_ISSUER: provider.issuer };
  const under = await deskUnderTest({ env });
  onTestFinished(() => under.app.close());
  const { answers, calls } = under.services;
  let invitation: Invitation | null = open;
  answers.set('accounts.findInvitation', ({ input }) => {
    const { token } = accounts.actions.findInvitation.input.parse(input);
    return { ok: { invitation: token === 'the-token' ? invitation : null } };
  });
  answers.set('accounts.acceptInvitation', () => ({
    ok: { token: 'a-new-token', person: personOf('viewer', 'ses_new') },
  }));
  const get = (url: string, cookie = '') => under.app.inject({ url, headers: { cookie } });
  const post = (cookie: string, origin: string | undefined = publicUrl) =>
    under.app.inject({
      method: 'POST',
      url: '/invitation',
      headers: {
        cookie,
        ...(origin !== undefined && { origin }),
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
  /** Through the provider; answers the cookie that asks for the acceptance. */
  const arrive = async () => {
    const begun = await get(`${link}/sign-in`);
    const [state] = begun.cookies;
    const returned = await signInAt(String(begun.headers.location), email);
    const answer = await get(returned.pathname + returned.search, `${state?.name}=${state?.value}`);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/invitation']);
    const cookie = answer.cookies.find(({ name }) => name === '__Host-acceptance');
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', maxAge: 600 });
    expect(cookie?.value).not.toContain('the-token');
    return `__Host-acceptance=${cookie?.value}`;
  };
  const sent = (name: string) => calls.filter(({ action }) => action === name);
  const end = () => {
    invitation = null;
  };
  return { ...under, get, post, arrive, sent, end };
}

describe('the link of an invitation', () => {
  it('shows who invites and until when, and uses nothing up', async () => {
    const { get, sent } = await desk();
    for (const _time of ['a program that looks at links', 'the person']) {
      const { statusCode, body, headers } = await get(link);
      expect(statusCode).toBe(200);
      expect(body).toContain('Demo &lt;script&gt;');
      expect(body).toContain(`<a href="${link}/sign-in">Sign in</a>`);
      expect(headers['referrer-policy']).toBe('same-origin');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['set-cookie']).toBeUndefined();
    }
    expect(sent('acceptInvitation')).toEqual([]);
  });

  it.each([link, `${link}/sign-in`])('that is over says so: %s', async (path) => {
    const { get, end } = await desk();
    end();
    const { statusCode, body } = await get(path);
    expect(statusCode).toBe(410);
    expect(body).toContain('This invitation is over');
  });

  it.each(['x'.repeat(500), 'unknown', '%00', '..%2f'])(
    'that nobody has is over: %j',
    async (token) => {
      const { get } = await desk();
      expect((await get(`/invitations/${token}`)).statusCode).toBe(410);
    },
  );

  it('says when accounts is away', async () => {
    const { get, services } = await desk();
    services.answers.delete('accounts.findInvitation');
    expect((await get(link)).statusCode).toBe(503);
  });
});

describe('an acceptance', () => {
  it('is asked for after the sign-in, and opens a session of its own', async () => {
    const { get, post, arrive, sent, lines } = await desk();
    const cookie = await arrive();
    const asked = await get('/invitation', cookie);
    expect(asked.body).toContain(`You are signed in at your provider as ${email}.`);
    expect(asked.body).toContain('<form method="post" action="/invitation">');
    expect(sent('signIn')).toEqual([]);
    expect(sent('acceptInvitation')).toEqual([]);
    const answer = await post(cookie);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
    expect([answer.headers['set-cookie']].flat()).toEqual([
      expect.stringMatching(/^__Host-acceptance=; /),
      '__Host-session=a-new-token; Path=/; Expires=Mon, 02 Nov 2026 19:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
    ]);
    const [call] = sent('acceptInvitation');
    expect(call?.input).toEqual({
      ...{ issuer: provider.issuer, subject: email, email, email_verified: true },
      ...{ token: 'the-token', browser: '' },
    });
    expect(call?.meta).toMatchObject({ tenant: 'ten_demo', actor: 'usr_ann' });
    for (const secret of ['the-token', 'a-new-token', email]) {
      expect(lines.join('')).not.toContain(secret);
    }
  });

  it.each([
    ['invitation_over', 410, 'This invitation is over'],
    ['invitation_for_other_address', 422, 'The invitation is for another address'],
    ['identity_bound', 409, 'This account belongs to somebody here'],
  ] as const)(
    'that is refused (%s) says why, and opens no session',
    async (code, status, title) => {
      const { post, arrive, services } = await desk();
      services.answers.set('accounts.acceptInvitation', () => ({
        refused: { code, detail: 'No.' },
      }));
      const answer = await post(await arrive());
      expect(answer.statusCode).toBe(status);
      expect(answer.body).toContain(`<h1>${title}</h1>`);
      expect(String(answer.headers['set-cookie'])).not.toContain('__Host-session');
    },
  );

  it('of an invitation that ended meanwhile is not sent', async () => {
    const { get, post, arrive, sent, end } = await desk();
    const cookie = await arrive();
    end();
    expect((await get('/invitation', cookie)).statusCode).toBe(410);
    expect((await post(cookie)).statusCode).toBe(410);
    expect(sent('acceptInvitation')).toEqual([]);
  });

  it.each([
    ['another origin', 'https://evil.example'],
    ['an origin that the browser hides', 'null'],
  ])('from %s sends nothing', async (_name, origin) => {
    const { post, arrive, sent } = await desk();
    expect((await post(await arrive(), origin)).statusCode).toBe(403);
    expect(sent('acceptInvitation')).toEqual([]);
  });

  it('is over after ten minutes, and in another browser', async () => {
    const { get, post, arrive, clock, sent } = await desk();
    const cookie = await arrive();
    for (const foreign of ['', '__Host-acceptance=', '__Host-acceptance=v1.forged']) {
      expect((await get('/invitation', foreign)).statusCode).toBe(400);
      expect((await post(foreign)).statusCode).toBe(400);
    }
    clock.advanceMs(600_000);
    expect((await get('/invitation', cookie)).statusCode).toBe(400);
    expect((await post(cookie)).statusCode).toBe(400);
    expect(sent('acceptInvitation')).toEqual([]);
  });

  it('needs the cookie of an acceptance, not that of a sign-in', async () => {
    const { get, post } = await desk();
    const begun = await get(`${link}/sign-in`);
    const [state] = begun.cookies;
    expect((await post(`__Host-acceptance=${state?.value}`)).statusCode).toBe(400);
  });
});
