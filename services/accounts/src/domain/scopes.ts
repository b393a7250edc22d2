import { carrierScopes, type Scope } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';

/** Scopes of every API key on live: low-risk reads (quotes by GET only) and the stock feed. */
export const apiKeyScopes: readonly Scope[] = [
  'quotes:write',
  'jobs:read',
  'tracking:read',
  'certificates:read',
  'partner:stock',
];

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
