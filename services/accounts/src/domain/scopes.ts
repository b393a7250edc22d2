import { apiKeyScopes, carrierScopes, type Scope, scopes, scopesBeyond } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { UserRecord } from './tenant.ts';

const ofCarrier: ReadonlySet<Scope> = new Set(carrierScopes);

/** The desk and its drivers see all tenants' jobs, so these scopes are for the carrier's clients. */
export const isOfCarrier = (scopes: readonly Scope[]): boolean =>
  scopes.some((scope) => ofCarrier.has(scope));

export const carrierOnly = (): Refusal =>
  new Refusal('carrier_only', "Scopes that begin with ops: are for the carrier's own clients.");

/**
 * Requested scopes in the order of the client's; all of the client's if the request names no scope.
 * A request for any other scope is refused (RFC 6749 section 3.3).
 */
export function grantScopes(held: readonly Scope[], requested = ''): Scope[] | undefined {
  const wanted = new Set<string>(requested.split(' ').filter((name) => name !== ''));
  if (wanted.size === 0) return [...held];
  const granted = held.filter((scope) => wanted.has(scope));
  return granted.length === wanted.size ? granted : undefined;
}

type KeyScope = (typeof apiKeyScopes)[number];

const notHeld = (detail: string, path = 'scopes'): Refusal =>
  new Refusal('scope_not_held', detail, { path: [path] });

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

/**
 * Roles are narrowed as scopes are: a role is given, and a person of a role changed or removed, only by
 * those who hold all that it permits. The operator, who names no scopes, may do both.
 */
export function requireRoles(
  roles: readonly UserRecord['role'][],
  held: readonly Scope[] | undefined,
): void {
  if (!held) return;
  for (const role of roles) {
    const beyond = scopesBeyond(role, held);
    const lacks = `The role ${role} permits more than you may: ${beyond.join(', ')}.`;
    if (beyond.length > 0) throw notHeld(`${lacks} Ask somebody who holds these scopes.`, 'role');
  }
}
