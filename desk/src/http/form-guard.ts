/**
 * Protection of forms against cross-site request forgery: the browser's own word (`Origin`,
 * `Sec-Fetch-Site`) and a token bound to the session.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Person } from '@svc/contracts';
import { isKeyedHash, keyedHash } from '@svc/kit/encryption';

const purpose = 'desk form token';

export interface FormGuard {
  tokenOf(person: Person): string;
  isOwnToken(token: unknown, person: Person): boolean;
  /** Browsers send `Origin` with every POST; one without it is refused. */
  isOwnOrigin(headers: IncomingHttpHeaders): boolean;
}

export function createFormGuard(secrets: string, publicUrl: string): FormGuard {
  const { origin } = new URL(publicUrl);
  return {
    tokenOf: ({ session }) => keyedHash(secrets, purpose, session.id),
    isOwnToken: (token, { session }) =>
      typeof token === 'string' &&
      /^[0-9a-f]{64}$/.test(token) &&
      isKeyedHash(token, { secrets, purpose, text: session.id }),
    isOwnOrigin: (headers) =>
      headers.origin === origin && (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin',
  };
}
