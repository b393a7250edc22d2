import { apiKeyScopes, carrierScopes, type Scope, scopes } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';

const ofCarrier: ReadonlySet<Scope> = new Set(carrierScopes);

/** The desk and its drivers see all tenants' jobs, so these scopes are for the carrier's clients. */
export const isOfCarrier = (scopes: readonly Scope[]): boolean =>
  scopes.some((scope) => ofCarrier.has(scope));

export const carrierOnly = (): Refusal =>
  new Refusal('carrier_only', "Scopes that begin with ops: are for the carrier's own clients.");

/**
 * Requested scopes in the order of the client's, or all of the client's if none is requested.
 * A request for any other scope grants none (RFC 6749 section 3.3).
 */
export function grantScopes(held: readonly Scope[], requested = ''): Scope[] | undefined {
  const wanted = new Set<string>(requested.split(' ').filter((name) => name !== ''));
  if (wanted.size === 0) return [...held];
  const granted = held.filter((scope) => wanted.has(scope));
  return granted.length === wanted.size ? granted : undefined;
}

type KeyScope = (typeof apiKeyScopes)[number];

const notHeld = (detail: string): Refusal =>
  new Refusal('scope_not_held', detail, { path: ['scopes'] });

/** Scopes of a new client, in the order of the API document: no more than its maker holds. */
export function narrowScopes(wanted: readonly Scope[], held: readonly Scope[]): Scope[] {
  const beyond = wanted.filter((scope) => !held.includes(scope));
  if (beyond.length > 0) throw notHeld(`Your token does not carry ${beyond.join(', ')}.`);
  return scopes.filter((scope) => wanted.includes(scope));
}

/** The same for a key; by default all that a key may have and its maker holds, at least one. */
export function narrowKeyScopes(
  wanted: readonly KeyScope[] | undefined,
  held: readonly Scope[],
): KeyScope[] {
  const given = wanted ?? apiKeyScopes.filter((scope) => held.includes(scope));
  if (given.length === 0) throw notHeld(`Your token carries none of ${apiKeyScopes.join(', ')}.`);
  narrowScopes(given, held);
  return apiKeyScopes.filter((scope) => given.includes(scope));
}
