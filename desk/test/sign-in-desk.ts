/** A desk whose sign-ins go through a provider of the test. */
import { accounts } from '@svc/contracts';
import { type OpenIdProvider, startOpenIdProvider } from '@svc/devnet';
import { expect, onTestFinished } from 'vitest';
import { deskUnderTest } from './desk-under-test.ts';
import { personOf } from './persons.ts';

const publicUrl = 'http://localhost:8082';
export const redirectUris = [`${publicUrl}/sign-in/callback`];
const people = [
  { email: 'admin@demo.example', role: 'Administrator' },
  { email: 'unverified@demo.example', role: 'Unverified', isVerified: false },
  { email: 'anna@intranet', role: 'Address without a dot' },
  { email: 'jörg@example.org', role: 'Address beyond ASCII' },
];

export const startProvider = (options: { port?: number; conformClaims?: boolean } = {}) =>
  startOpenIdProvider({ redirectUris, people, ...options });

const envAt = (issuer: string) => ({ SVC_DESK_URL: publicUrl, SVC_OIDC_ISSUER: issuer });

export async function signInDesk(
  { issuer }: Pick<OpenIdProvider, 'issuer'>,
  env: Record<string, string> = {},
) {
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
  /** Names of the cookies of sign-ins, by what they hold. */
  const names = new Map<string, string>();
  const begin = async (path = '/sign-in', jar = '') => {
    const answer = await get(path, jar);
    expect(answer.statusCode).toBe(303);
    const cookies = answer.cookies.filter(({ value }) => value !== '');
    const cookie = cookies.find(({ name }) => name.startsWith('__Host-sign-in-'));
    names.set(cookie?.value ?? '', cookie?.name ?? '');
    return { answer, address: String(answer.headers.location), state: cookie?.value ?? '' };
  };
  const finish = (returned: URL, state: string, more = '') => {
    const name = names.get(state) ?? [...names.values()].at(-1);
    return get(returned.pathname + returned.search, `${name}=${state}${more}`);
  };
  return { ...under, get, begin, finish };
}
