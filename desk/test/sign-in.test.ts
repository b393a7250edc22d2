import { accounts } from '@svc/contracts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { decryptFlow, encryptFlow } from '../src/sign-in/flow.ts';
import { environment, tokenOf } from './desk-under-test.ts';
import { textOf } from './markup.ts';
import { signInAt } from './provider-browser.ts';
import {
  admin,
  redirectUri,
  signInDesk,
  startProvider,
  unverified,
  useProvider,
} from './sign-in-desk.ts';

const provider = useProvider();
const before = `; __Host-session=${tokenOf('viewer')}`;

describe('a sign-in', () => {
  it('asks the provider for a code, with PKCE, state and nonce', async () => {
    const { begin } = signInDesk(provider());
    const { answer, address } = await begin();
    const url = new URL(address);
    expect(url.origin).toBe(provider().issuer);
    const { state, nonce, code_challenge, ...asked } = Object.fromEntries(url.searchParams);
    expect(asked).toEqual({
      ...{ client_id: 'desk', redirect_uri: redirectUri, response_type: 'code' },
      ...{ scope: 'openid email', code_challenge_method: 'S256' },
    });
    for (const random of [state, nonce, code_challenge]) expect(random?.length).toBe(43);
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-sign-in-[\w-]{16}=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    for (const secret of [state, nonce]) {
      expect(answer.headers['set-cookie']).not.toContain(secret);
    }
  });

  it('ends in a session of its own, on the page that was wanted', async () => {
    const { signIn, sent, lines } = signInDesk(provider());
    const path = '/sign-in?return_to=%2Fjobs%3Fstatus%3Dbooked';
    const { answer, returned } = await signIn(admin, { path, more: before });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/jobs?status=booked']);
    expect([answer.headers['set-cookie']].flat()).toEqual([
      expect.stringMatching(/^__Host-sign-in-[\w-]{16}=; /),
      '__Host-session=a-new-token; Path=/; Expires=Mon, 02 Nov 2026 19:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
    ]);
    expect(sent('signIn')).toMatchObject([
      {
        input: {
          ...{ issuer: provider().issuer, subject: admin, email: admin },
          ...{ email_verified: true, browser: '' },
        },
        meta: { tenant: '', actor: 'desk' },
      },
    ]);
    for (const secret of ['@demo.example', 'a-new-token', returned.searchParams.get('code')]) {
      expect(lines.join('')).not.toContain(secret);
    }
  });

  it('finds the address at the userinfo endpoint where the ID token has none', async () => {
    const conform = await startProvider({ conformClaims: true });
    onTestFinished(() => conform.stop());
    const { signIn, sent } = signInDesk(conform);
    expect((await signIn(admin)).answer.statusCode).toBe(303);
    expect(sent('signIn')[0]?.input).toMatchObject({ email: admin, email_verified: true });
  });

  it('opens no session for somebody who is no user, and says so', async () => {
    const { answer } = await signInDesk(provider()).signIn(unverified);
    expect(answer.statusCode).toBe(403);
    expect(textOf(answer.body)).toContain('Nobody here signs in with this account');
    expect(String(answer.headers['set-cookie'])).not.toContain('__Host-session');
  });

  it.each(['anna@intranet', 'jörg@example.org'])(
    'of %s goes on without the address, which accounts would refuse',
    async (email) => {
      const { signIn, sent } = signInDesk(provider());
      const { answer } = await signIn(email);
      expect(answer.statusCode).toBe(403);
      expect(textOf(answer.body)).toContain('Nobody here');
      const [call] = sent('signIn');
      expect(accounts.actions.signIn.input.parse(call?.input)).toMatchObject({ subject: email });
      expect(call?.input).not.toHaveProperty('email');
    },
  );

  it('is refused and logged where accounts does not accept its claims', async () => {
    const { signIn, services, lines } = signInDesk(provider());
    const issue = { path: ['subject'], code: 'too_big', message: 'Too long.' };
    services.answers.set('accounts.signIn', () => ({ invalid: [issue] }));
    const { answer } = await signIn(admin);
    expect(answer.statusCode).toBe(403);
    expect(textOf(answer.body)).toContain('Not signed in');
    expect(lines.join('')).toContain('"reason":"BadInput"');
    expect(lines.join('')).not.toContain(admin);
  });

  it('ends the session that the browser had before', async () => {
    const { signIn, sent } = signInDesk(provider());
    expect((await signIn(admin, { more: before })).answer.statusCode).toBe(303);
    expect(sent('endSession')).toMatchObject([
      {
        input: { user_id: 'usr_viewer', session_id: 'ses_viewer' },
        meta: { tenant: 'ten_demo', actor: 'usr_viewer' },
      },
    ]);
  });

  it('in two tabs at the same time succeeds in both, in any order', async () => {
    const { begin, finish, clock } = signInDesk(provider());
    const paths = ['/jobs', '/sites'];
    const tabs = await Promise.all(paths.map((path) => begin(`/sign-in?return_to=${path}`)));
    const jar = tabs.map(({ name, state }) => `${name}=${state}`);
    expect(new Set(jar).size).toBe(2);
    for (const [n, path] of paths.entries()) {
      const returned = await signInAt(tabs[n]?.address ?? '', admin);
      const answer = await finish(returned, jar.join('; '));
      expect([answer.statusCode, answer.headers.location]).toEqual([303, path]);
      clock.advanceMs(1_000);
    }
  });

  it('in a sixth tab forgets the others: cookies must not fill the header', async () => {
    const { begin } = signInDesk(provider());
    const jar: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const { name, state } = await begin('/sign-in', jar.join('; '));
      jar.push(`${name}=${state}`);
    }
    const { answer } = await begin('/sign-in', jar.join('; '));
    expect(answer.cookies.filter(({ value }) => value === '')).toHaveLength(5);
  });
});

describe('what comes back from a provider', () => {
  const secret = environment().SVC_SECRET;
  const clock = { now: () => new Date('2026-11-02T08:00:00.000Z') };
  const other = 'x'.repeat(43);
  interface Change {
    /** Of what the cookie holds. */
    flow?: Record<string, string>;
    /** Of the address. */
    query?: Record<string, string>;
    cookie?: string;
    waitedMs?: number;
  }

  it.each<[string, Change, number, string]>([
    ['for another state', { flow: { state: other } }, 403, 'Not signed in'],
    ['for another nonce', { flow: { nonce: other } }, 403, 'Not signed in'],
    ['for another verifier', { flow: { verifier: other } }, 403, 'Not signed in'],
    ['from another issuer', { query: { iss: 'https://evil.example' } }, 403, 'Not signed in'],
    ['as an error', { query: { error: 'access_denied' } }, 403, 'Not signed in'],
    ['without the cookie', { cookie: '' }, 400, 'Sign-in took too long'],
    ['with another cookie', { cookie: 'v1.AAAA.AAAA.AAAA' }, 400, 'Sign-in took too long'],
    ['after ten minutes', { waitedMs: 600_000 }, 400, 'Sign-in took too long'],
  ])('is refused %s (%j) with %i', async (_how, { flow, query, cookie, waitedMs }, ...shown) => {
    const { begin, finish, sent, clock: held } = signInDesk(provider());
    const { address, name, state } = await begin();
    const returned = await signInAt(address, admin);
    for (const [key, value] of Object.entries(query ?? {})) returned.searchParams.set(key, value);
    if (query?.error) returned.searchParams.delete('code');
    held.advanceMs(waitedMs ?? 0);
    const begun = decryptFlow(secret, state, clock);
    if (!begun) throw new Error('no flow');
    const kept = flow ? encryptFlow(secret, { ...begun, ...flow }, clock) : state;
    const answer = await finish(returned, `${name}=${cookie ?? kept}`);
    const [status, title] = shown;
    expect(answer.statusCode).toBe(status);
    expect(textOf(answer.body)).toContain(title);
    expect(String(answer.headers['set-cookie'])).not.toContain('__Host-session');
    expect(sent('signIn')).toEqual([]);
  });
});
