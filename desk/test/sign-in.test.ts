import { accounts } from '@svc/contracts';
import { type OpenIdProvider, startOpenIdProvider } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { decryptFlow, encryptFlow } from '../src/sign-in/flow.ts';
import { deskUnderTest, environment, tokenOf } from './desk-under-test.ts';
import { personOf } from './persons.ts';
import { signInAt } from './provider-browser.ts';

const publicUrl = 'http://localhost:8082';
const redirectUris = [`${publicUrl}/sign-in/callback`];
const people = [
  { email: 'admin@demo.example', role: 'Administrator' },
  { email: 'unverified@demo.example', role: 'Unverified', isVerified: false },
];

let provider: OpenIdProvider;
beforeAll(async () => {
  provider = await startOpenIdProvider({ redirectUris, people });
});
afterAll(() => provider.stop());

const envAt = (issuer: string) => ({ SVC_DESK_URL: publicUrl, SVC_OIDC_ISSUER: issuer });

async function desk(issuer = provider.issuer, env: Record<string, string> = {}) {
  const under = await deskUnderTest({ env: { ...envAt(issuer), ...env } });
  onTestFinished(() => under.app.close());
  under.services.answers.set('accounts.signIn', ({ input }) => {
    const { email, email_verified } = accounts.actions.signIn.input.parse(input);
    const known = email_verified && email === 'admin@demo.example';
    return known
      ? { ok: { token: 'a-new-token', person: personOf('admin', 'ses_new') } }
      : { refused: { code: 'unknown_person', detail: 'Nobody has this address.' } };
  });
  const get = (url: string, cookie = '') => under.app.inject({ url, headers: { cookie } });
  const begin = async (path = '/sign-in') => {
    const answer = await get(path);
    expect(answer.statusCode).toBe(303);
    const { value = '' } = answer.cookies.find(({ name }) => name === '__Host-sign-in') ?? {};
    return { answer, address: String(answer.headers.location), state: value };
  };
  const finish = (returned: URL, state: string, more = '') =>
    get(returned.pathname + returned.search, `__Host-sign-in=${state}${more}`);
  return { ...under, get, begin, finish };
}

describe('a sign-in', () => {
  it('asks the provider for a code, with PKCE, state and nonce', async () => {
    const { begin } = await desk();
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
      /^__Host-sign-in=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    for (const secret of [state, nonce]) {
      expect(answer.headers['set-cookie']).not.toContain(secret);
    }
  });

  it('ends in a session of its own, on the page that was wanted', async () => {
    const { begin, finish, services, lines } = await desk();
    const { address, state } = await begin('/sign-in?return_to=%2Fjobs%3Fstatus%3Dbooked');
    const returned = await signInAt(address, 'admin@demo.example');
    const before = `; __Host-session=${tokenOf('viewer')}`;
    const answer = await finish(returned, state, before);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/jobs?status=booked']);
    const cookies = [answer.headers['set-cookie']].flat();
    expect(cookies).toEqual([
      expect.stringMatching(/^__Host-sign-in=; /),
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
    const conform = await startOpenIdProvider({ redirectUris, people, conformClaims: true });
    onTestFinished(() => conform.stop());
    const { begin, finish, services } = await desk(conform.issuer);
    const { address, state } = await begin();
    const returned = await signInAt(address, 'admin@demo.example');
    expect((await finish(returned, state)).statusCode).toBe(303);
    expect(services.calls.find(({ action }) => action === 'signIn')?.input).toMatchObject({
      email: 'admin@demo.example',
      email_verified: true,
    });
  });

  it('of somebody who is no user tells so, and opens no session', async () => {
    const { begin, finish } = await desk();
    const { address, state } = await begin();
    const answer = await finish(await signInAt(address, 'unverified@demo.example'), state);
    expect(answer.statusCode).toBe(403);
    expect(answer.body).toContain('Nobody here signs in with this account');
    expect(String(answer.headers['set-cookie'])).not.toContain('__Host-session');
  });

  it('of somebody who is signed in leads on', async () => {
    const { get } = await desk();
    const cookie = `__Host-session=${tokenOf('viewer')}`;
    const answer = await get('/sign-in?return_to=/jobs', cookie);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/jobs']);
  });
});

describe('what comes back from a provider', () => {
  const refusedWith = async (
    change: (parts: { returned: URL; state: string }) => { returned: URL; state: string },
  ) => {
    const { begin, finish, services } = await desk();
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
    const { begin, finish } = await desk();
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
    const { begin, finish, clock: held } = await desk();
    const { address, state } = await begin();
    const returned = await signInAt(address, 'admin@demo.example');
    held.advanceMs(600_000);
    expect((await finish(returned, state)).statusCode).toBe(400);
  });
});

describe('sign-ins of an address that fail', () => {
  it('are counted; above the limit the provider is not asked, and later a sign-in succeeds', async () => {
    const limit = { SVC_DESK_SIGN_IN_LIMIT: '1' };
    const { begin, finish, clock, services } = await desk(provider.issuer, limit);
    const { address, state } = await begin();
    const returned = await signInAt(address, 'unverified@demo.example');
    expect((await finish(returned, state)).statusCode).toBe(403);
    const asked = services.calls.length;
    const second = await begin();
    const good = await signInAt(second.address, 'admin@demo.example');
    const refused = await finish(good, second.state);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '61']);
    expect(refused.body).toContain('Those who are signed in are not concerned');
    expect(services.calls).toHaveLength(asked);
    clock.advanceMs(61_000);
    expect((await finish(good, second.state)).statusCode).toBe(303);
  });

  it('are not counted where the provider is away', async () => {
    const leaving = await startOpenIdProvider({ redirectUris, people });
    const { begin, finish } = await desk(leaving.issuer, { SVC_DESK_SIGN_IN_LIMIT: '1' });
    const { address, state } = await begin();
    const returned = await signInAt(address, 'admin@demo.example');
    await leaving.stop();
    for (let n = 0; n < 3; n += 1) expect((await finish(returned, state)).statusCode).toBe(503);
  });
});

describe('the way back', () => {
  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    'javascript:alert(1)',
    '/nowhere',
    '/sign-out',
    '/sign-in',
    'jobs',
  ])('is the start page for %j', async (wanted) => {
    const { get } = await desk();
    const cookie = `__Host-session=${tokenOf('admin')}`;
    const answer = await get(`/sign-in?${new URLSearchParams({ return_to: wanted })}`, cookie);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
  });
});

describe('a provider that is away', () => {
  it('is a page with 503, and is asked again at the next sign-in', async () => {
    const gone = await startOpenIdProvider({ redirectUris, people });
    await gone.stop();
    const { get, services } = await desk(gone.issuer);
    const answer = await get('/sign-in');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '10']);
    expect(answer.body).toContain('Sign-in is not available at the moment');
    expect(services.calls).toEqual([]);
    const port = Number(new URL(gone.issuer).port);
    const back = await startOpenIdProvider({ port, redirectUris, people });
    onTestFinished(() => back.stop());
    expect((await get('/sign-in')).statusCode).toBe(303);
  });

  it('between the two steps is a 503, too', async () => {
    const leaving = await startOpenIdProvider({ redirectUris, people });
    const { begin, finish } = await desk(leaving.issuer);
    const { address, state } = await begin();
    const returned = await signInAt(address, 'admin@demo.example');
    await leaving.stop();
    expect((await finish(returned, state)).statusCode).toBe(503);
  });
});
