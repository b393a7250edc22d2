import type { Scope } from '@svc/contracts';

/** Scopes of every API key on live: low-risk reads (quotes by GET only) and the stock feed. */
export const apiKeyScopes: readonly Scope[] = [
  'quotes:write',
  'jobs:read',
  'tracking:read',
  'certificates:read',
  'partner:stock',
];

/**
 * A token carries what was asked for, in the order in which the client holds it, and all that the
 * client holds when nothing was. Asking for one more grants none (RFC 6749 section 3.3).
 */
export function grantScopes(held: readonly Scope[], requested = ''): Scope[] | undefined {
  const wanted = new Set<string>(requested.split(' ').filter((name) => name !== ''));
  if (wanted.size === 0) return [...held];
  const granted = held.filter((scope) => wanted.has(scope));
  return granted.length === wanted.size ? granted : undefined;
}
