/** Sign-ins that fail or are sent astray, and what follows a sign-out. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDesk, tokenOf } from './desk-under-test.ts';
import { hrefsOf, textOf } from './markup.ts';
import { signInAt } from './provider-browser.ts';
import {
  admin,
  publicUrl,
  signInDesk,
  startProvider,
  unverified,
  useProvider,
} from './sign-in-desk.ts';

const provider = useProvider();
const limit = { SVC_DESK_SIGN_IN_LIMIT: '1' };

describe('sign-ins of an address that fail', () => {
  it('are counted; above the limit the provider is not asked, and later one succeeds', async () => {
    const { begin, finish, signIn, clock, services } = signInDesk(provider(), limit);
    expect((await signIn(unverified)).answer.statusCode).toBe(403);
    const asked = services.calls.length;
    const { address, name, state } = await begin();
    const returned = await signInAt(address, admin);
    const retry = () => finish(returned, `${name}=${state}`);
    const refused = await retry();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '61']);
    expect(textOf(refused.body)).toContain('Those who are signed in are not concerned');
    expect(services.calls).toHaveLength(asked);
    clock.advanceMs(61_000);
    expect((await retry()).statusCode).toBe(303);
  });
});

it('a provider that is away is a page with 503, and is asked again at the next sign-in', async () => {
  const gone = await startProvider();
  await gone.stop();
  const { get, services } = signInDesk(gone);
  const answer = await get('/sign-in');
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '10']);
  expect(textOf(answer.body)).toContain('Sign-in is not available at the moment');
  expect(services.calls).toEqual([]);
  const back = await startProvider({ port: Number(new URL(gone.issuer).port) });
  onTestFinished(() => back.stop());
  expect((await get('/sign-in')).statusCode).toBe(303);
});

it.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  '/.//evil.example',
  '/jobs/..%2f..',
  '/jobs/../..//evil.example',
  'javascript:alert(1)',
  '/nowhere',
  '/sign-out',
  '/sign-in',
  'jobs',
])('the way back to %j is the start page', async (wanted) => {
  const { get } = openDesk();
  const path = `/sign-in?${new URLSearchParams({ return_to: wanted })}`;
  const answer = await get(path, tokenOf('admin'));
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
});

describe('the page after a sign-out', () => {
  const label = /^Sign out at your provider$/;

  it('leads to where the provider ends its session, and back', async () => {
    const { body } = await signInDesk(provider()).get('/signed-out');
    const url = new URL(hrefsOf(body, label)[0] ?? '');
    expect(url.origin).toBe(provider().issuer);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ client_id: 'desk', post_logout_redirect_uri: `${publicUrl}/signed-out` },
    });
    // The provider knows both: it asks the person, and refuses nothing.
    expect((await fetch(url)).status).toBe(200);
  });

  it('has no link where the provider is away, or offers no end of its session', async () => {
    const away = signInDesk({ issuer: 'http://127.0.0.1:1' });
    const unasked = () => Promise.reject(new Error('nobody signs in'));
    const endless = { begin: unasked, finish: unasked, end: async () => undefined };
    for (const { get } of [away, openDesk({ provider: endless })]) {
      const { statusCode, body } = await get('/signed-out');
      expect(statusCode).toBe(200);
      expect(hrefsOf(body, label)).toEqual([]);
    }
  });
});
