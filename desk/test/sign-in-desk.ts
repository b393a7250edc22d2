/** A desk whose sign-ins go through a provider of the test. */
import { accounts } from '@svc/contracts';
import { type OpenIdProvider, startOpenIdProvider } from '@svc/devnet';
import { afterAll, beforeAll, expect } from 'vitest';
import { openDesk } from './desk-under-test.ts';
import { personOf } from './persons.ts';
import { signInAt } from './provider-browser.ts';

export const publicUrl = 'http://localhost:8082';
export const redirectUri = `${publicUrl}/sign-in/callback`;
const redirectUris = [redirectUri];
export const admin = 'admin@demo.example';
export const unverified = 'unverified@demo.example';
const people = [
  { email: admin, role: 'Administrator' },
  { email: unverified, role: 'Unverified', isVerified: false },
  { email: 'anna@intranet', role: 'Address without a dot' },
  { email: 'jörg@example.org', role: 'Address beyond ASCII' },
  { email: 'ann@demo.example', role: 'Ann' },
];

export const startProvider = (options: { port?: number; conformClaims?: boolean } = {}) =>
  startOpenIdProvider({ redirectUris, people, ...options });

/** One for all tests of a file. */
export function useProvider(): () => OpenIdProvider {
  let provider: OpenIdProvider;
  beforeAll(async () => {
    provider = await startProvider();
  });
  afterAll(() => provider.stop());
  return () => provider;
}

export function signInDesk(
  { issuer }: Pick<OpenIdProvider, 'issuer'>,
  env: Record<string, string> = {},
) {
  const under = openDesk({ env: { SVC_DESK_URL: publicUrl, SVC_OIDC_ISSUER: issuer, ...env } });
  under.services.answers.set('accounts.signIn', ({ input }) => {
    const { email, email_verified } = accounts.actions.signIn.input.parse(input);
    return email_verified && email === admin
      ? { ok: { token: 'a-new-token', person: personOf('admin', 'ses_new') } }
      : { refused: { code: 'unknown_person', detail: 'Nobody has this address.' } };
  });
  const sent = (name: string) => under.services.calls.filter(({ action }) => action === name);
  const get = (url: string, cookie = '') => under.app.inject({ url, headers: { cookie } });
  /** To the provider; `state` is the cookie of the sign-in. */
  const begin = async (path = '/sign-in', jar = '') => {
    const answer = await get(path, jar);
    expect(answer.statusCode).toBe(303);
    const cookie = answer.cookies.find(
      ({ name, value }) => name.startsWith('__Host-sign-in-') && value !== '',
    );
    const { name = '', value = '' } = cookie ?? {};
    return { answer, address: String(answer.headers.location), name, state: value };
  };
  const finish = (returned: URL, cookie: string) =>
    get(returned.pathname + returned.search, cookie);
  /** All the way, as the person of this address; `more` are further cookies. */
  const signIn = async (
    email: string,
    { path, more = '' }: { path?: string; more?: string } = {},
  ) => {
    const { address, name, state } = await begin(path);
    const returned = await signInAt(address, email);
    const cookie = `${name}=${state}`;
    return { returned, cookie, answer: await finish(returned, cookie + more) };
  };
  return { ...under, sent, get, begin, finish, signIn };
}
