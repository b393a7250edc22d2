import { hash, timingSafeEqual } from 'node:crypto';
import { type Scope, scopes } from '@svc/contracts';
import { keyedHash } from '@svc/kit/encryption';
import { LRUCache } from 'lru-cache';
import { headerText } from '../problem/headers.ts';
import { badHeader, problem } from '../problem/problem.ts';
import type { ApiCaller, Authenticate, AuthenticationResult } from './caller.ts';

const challenge = 'ApiKey realm="sandbox", header="x-api-key"';
const unauthorised = (
  code: 'missing_api_key' | 'invalid_api_key',
  detail: string,
): AuthenticationResult => ({
  problem: problem(code, { detail, headers: { 'www-authenticate': challenge } }),
});
const missing = unauthorised(
  'missing_api_key',
  'Send the published sandbox key in the x-api-key header; the README prints it.',
);
const invalid = unauthorised(
  'invalid_api_key',
  'This is not the published sandbox key, the only one that the sandbox takes.',
);
const bearer = unauthorised(
  'invalid_api_key',
  'The sandbox takes no Authorization header. Send the published sandbox key in x-api-key.',
);
const liveKey: AuthenticationResult = { problem: problem('live_key_on_sandbox') };

const sessionForm = /^[\x20-\x7e]{1,128}$/;
const badSession: AuthenticationResult = {
  problem: badHeader('svc-sandbox-session', 'Send 1 to 128 printable ASCII characters.'),
};

const allScopes: ReadonlySet<Scope> = new Set(scopes);

/**
 * The published key is the only one of the sandbox. Callers are distinguished by session, or
 * else by address; which tenant one has at the moment, it learns when it is admitted.
 */
export function createSandboxAuthentication(options: {
  publishedKey: string;
  secret: string;
}): Authenticate {
  const published = hash('sha256', options.publishedKey, 'buffer');
  const callers = new LRUCache<string, ApiCaller>({ max: 20_000 });
  const callerOf = (name: string): ApiCaller => {
    const known = callers.get(name);
    if (known) return known;
    const caller = newCaller(keyedHash(options.secret, 'sandbox-caller', name));
    callers.set(name, caller);
    return caller;
  };
  return (headers, address) => {
    const key = headerText(headers['x-api-key']);
    if (!key) return headers.authorization ? bearer : missing;
    if (key.startsWith('svc_live_')) return liveKey;
    if (!timingSafeEqual(hash('sha256', key, 'buffer'), published)) return invalid;
    const session = headerText(headers['svc-sandbox-session']);
    if (session === undefined) return { caller: callerOf(`address ${address()}`) };
    if (!sessionForm.test(session)) return badSession;
    return { caller: callerOf(`session ${session}`) };
  };
}

function newCaller(digest: string): ApiCaller {
  const actor = `sbx_${digest.slice(0, 32)}`;
  return { tenant: '', actor, receipts: actor, scopes: allScopes, credential: 'key' };
}
