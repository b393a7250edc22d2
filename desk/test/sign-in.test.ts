import { accounts } from '@svc/contracts';
import type { OpenIdProvider } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { decryptFlow, encryptFlow } from '../src/sign-in/flow.ts';
import { environment, tokenOf } from './desk-under-test.ts';
import { signInAt } from './provider-browser.ts';
import { redirectUris, signInDesk, startProvider } from './sign-in-desk.ts';

let provider: OpenIdProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

describe('a sign-in', () => {
  it('asks the provider for a code, with PKCE, state and nonce', async () => {
    const { begin } = await signInDesk(provider);
    const { answer, address } = await begin();
    const url = new URL(address);
    expect(url.origin).toBe(provider.issuer);
    const { state, nonce, code_challenge, ...asked } = Object.fromEntries(url.searchParams);
    expect(asked).toEqual({
      client_id: 'desk',
      redirect_uri: redirectUris[0],
      response_type: 'code',
      scope: 'openid email',
      code_challenge_method: 'S256',
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
    const { begin, finish, services, lines } = await signInDesk(provider);
    const { address, state } = await begin('/sign-in?return_to=%2Fjobs%3Fstatus%3Dbooked');
    const returned = await signInAt(address, 'admin@demo.example');
    const before = `; __Host-session=${tokenOf('viewer')}`;
    const answer = await finish(returned, state, before);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/jobs?status=booked']);
    const cookies = [answer.headers['set-cookie']].flat();
    expect(cookies).toEqual([
      expect.stringMatching(/^__Host-sign-in-[\w-]{16}=; /),
      '__Host-session=a-new-token; Path=/; Expires=Mon, 02 Nov 2026 19:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
    ]);
    const sent = services.calls.find(({ action }) => action === 'signIn');
    expect(sent?.input).toEqual({
      issuer: provider.issuer,
      subject: 'admin@demo.example',
      email: 'admin@demo.example',
      email_verified: true,
      browser: '',
    });
    expect(sent?.meta).toMatchObject({ tenant: '', actor: 'desk' });
    expect(lines.join('')).not.toContain('@demo.example');
    expect(lines.join('')).not.toContain('a-new-token');
    expect(lines.join('')).not.toContain(returned.searchParams.get('code'));
  });

  it('finds the address at the userinfo endpoint where the ID token has none', async () => {
    const conform = await startProvider({ conformClaims: true });
    onTestFinished(() => conform.stop());
    const { begin, finish, services } = await signInDesk(conform);
    const { address, state } = await begin();
    const returned = await signInAt(address, 'admin@demo.example');
    expect((await finish(returned, state)).statusCode).toBe(303);
    expect(services.calls.find(({ action }) => action === 'signIn')?.input).toMatchObject({
      email: 'admin@demo.example',
      email_verified: true,
    });
  });

  it('of somebody who is no user tells so, and opens no session', async () => {
    const { begin, finish } = await signInDesk(provider);
    const { address, state } = await begin();
    const answer = await finish(await signInAt(address, 'unverified@demo.example'), state);
    expect(answer.statusCode).toBe(403);
    expect(answer.body).toContain('Nobody here signs in with this account');
    expect(String(answer.headers['set-cookie'])).not.toContain('__Host-session');
  });

  it.each(['anna@intranet', 'jörg@example.org'])(
    'of %s goes on without the address, which accounts would refuse',
    async (email) => {
      const { begin, finish, services } = await signInDesk(provider);
      const { address, state } = await begin();
      const answer = await finish(await signInAt(address, email), state);
      expect([answer.statusCode, answer.body]).toEqual([
        403,
        expect.stringContaining('Nobody here'),
      ]);
      const sent = services.calls.find(({ action }) => action === 'signIn')?.input;
      expect(accounts.actions.signIn.input.parse(sent)).toMatchObject({ subject: email });
      expect(sent).not.toHaveProperty('email');
    },
  );

  it('with claims that accounts does not accept is refused, and logged', async () => {
    const { begin, finish, services, lines } = await signInDesk(provider);
    services.answers.set('accounts.signIn', () => ({
      invalid: [{ path: ['subject'], code: 'too_big', message: 'Too long.' }],
    }));
    const { address, state } = await begin();
    const answer = await finish(await signInAt(address, 'admin@demo.example'), state);
    expect([answer.statusCode, answer.body]).toEqual([
      403,
      expect.stringContaining('Not signed in'),
    ]);
    expect(lines.join('')).toContain('"reason":"BadInput"');
    expect(lines.join('')).not.toContain('admin@demo.example');
  });

  it('ends the session that the browser had before', async () => {
    const { begin, finish, services } = await signInDesk(provider);
    services.answers.set('accounts.endSession', () => ({ ok: {} }));
    const { address, state } = await begin();
    const before = `; __Host-session=${tokenOf('viewer')}`;
    const answer = await finish(await signInAt(address, 'admin@demo.example'), state, before);
    expect(answer.statusCode).toBe(303);
    const ended = services.calls.filter(({ action }) => action === 'endSession');
    expect(ended).toMatchObject([
      {
        input: { user_id: 'usr_viewer', session_id: 'ses_viewer' },
        meta: { tenant: 'ten_demo', actor: 'usr_viewer' },
      },
    ]);
  });

  it('in two tabs at once succeeds in both, in any order', async () => {
    const { begin, get, clock } = await signInDesk(provider);
    const tabs = [
      await begin('/sign-in?return_to=/jobs'),
      await begin('/sign-in?return_to=/sites'),
    ];
    const jar = tabs.flatMap(({ answer }) => answer.cookies.map((c) => `${c.name}=${c.value}`));
    expect(new Set(jar).size).toBe(2);
    for (const [n, path] of ['/jobs', '/sites'].entries()) {
      const returned = await signInAt(tabs[n]?.address ?? '', 'admin@demo.example');
      const answer = await get(returned.pathname + returned.search, jar.join('; '));
      expect([answer.statusCode, answer.headers.location]).toEqual([303, path]);
      clock.advanceMs(1_000);
    }
  });

  it('in a sixth tab forgets the others: cookies must not fill the header', async () => {
    const { begin } = await signInDesk(provider);
    const jar: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const { answer } = await begin('/sign-in', jar.join('; '));
      jar.push(...answer.cookies.map((c) => `${c.name}=${c.value}`));
    }
    expect(jar).toHaveLength(5);
    const { answer } = await begin('/sign-in', jar.join('; '));
    expect(answer.cookies.filter(({ value }) => value === '')).toHaveLength(5);
  });

  it('of somebody who is signed in leads on', async () => {
    const { get } = await signInDesk(provider);
    const cookie = `__Host-session=${tokenOf('viewer')}`;
    const answer = await get('/sign-in?return_to=/jobs', cookie);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/jobs']);
  });
});

describe('what comes back from a provider', () => {
  const refusedWith = async (
    change: (parts: { returned: URL; state: string }) => { returned: URL; state: string },
  ) => {
    const { begin, finish, services } = await signInDesk(provider);
    const { address, state } = await begin();
    const changed = change({ returned: await signInAt(address, 'admin@demo.example'), state });
    const answer = await finish(changed.returned, changed.state);
    expect(String(answer.headers['set-cookie'])).not.toContain('__Host-session');
    expect(services.calls.filter(({ action }) => action === 'signIn')).toEqual([]);
    return answer;
  };
  const secret = environment().SVC_SECRET;
  const clock = { now: () => new Date('2026-11-02T08:00:00.000Z') };
  const altered = (state: string, change: object) => {
    const flow = decryptFlow(secret, state, clock);
    if (!flow) throw new Error('no flow');
    return encryptFlow(secret, { ...flow, ...change }, clock);
  };

  it.each([
    ['another state', { state: 'x'.repeat(43) }],
    ['another nonce', { nonce: 'x'.repeat(43) }],
    ['another verifier', { verifier: 'x'.repeat(43) }],
  ])('is refused for %s', async (_name, change) => {
    const answer = await refusedWith(({ returned, state }) => ({
      returned,
      state: altered(state, change),
    }));
    expect(answer.statusCode).toBe(403);
    expect(answer.body).toContain('Not signed in');
  });

  it('is refused from another issuer (mix-up, RFC 9207)', async () => {
    const answer = await refusedWith(({ returned, state }) => {
      returned.searchParams.set('iss', 'https://evil.example');
      return { returned, state };
    });
    expect(answer.statusCode).toBe(403);
  });

  it('is refused as an error', async () => {
    const { begin, finish } = await signInDesk(provider);
    const { address, state } = await begin();
    const returned = new URL(redirectUris[0] ?? '');
    const { searchParams } = new URL(address);
    const denied = { error: 'access_denied', state: searchParams.get('state') ?? '' };
    returned.search = new URLSearchParams({ ...denied, iss: provider.issuer }).toString();
    const answer = await finish(returned, state);
    expect(answer.statusCode).toBe(403);
  });

  it.each([
    ['without the cookie', ''],
    ['with one that was altered', 'v1.AAAA.AAAA.AAAA.AAAA'],
  ])('is too late %s', async (_name, cookie) => {
    const answer = await refusedWith(({ returned }) => ({ returned, state: cookie }));
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('Sign-in took too long');
  });

  it('is too late after ten minutes', async () => {
    const { begin, finish, clock: held } = await signInDesk(provider);
    const { address, state } = await begin();
    const returned = await signInAt(address, 'admin@demo.example');
    held.advanceMs(600_000);
    expect((await finish(returned, state)).statusCode).toBe(400);
  });
});
