/** Users as people who sign in: who may be bound to an identity, and what a role permits. */
import {
  type accounts,
  carrierRoles,
  type InputOf,
  type Person,
  roleScopes,
  type Scope,
} from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { type SessionRecord, toSession } from './session.ts';
import type { UserRecord } from './tenant.ts';

type Role = UserRecord['role'];
/** A user, of any tenant. */
export interface UserKey {
  tenant_id: string;
  id: string;
}
export type Claims = Omit<InputOf<(typeof accounts)['actions']['signIn']>, 'browser'>;

const ofCarrier: ReadonlySet<Role> = new Set(carrierRoles);
export const isCarrierRole = (role: Role): boolean => ofCarrier.has(role);

export const carrierRoleOnly = (): Refusal =>
  new Refusal(
    'carrier_only',
    "The roles dispatcher, quality and desk_lead are for the carrier's users.",
    {
      path: ['role'],
    },
  );

/** One text for all causes, so that it does not reveal which addresses have a user. */
export const unknownPerson = (): Refusal =>
  new Refusal('unknown_person', 'No user can sign in with this identity.');

/** A carrier's role grants no rights in a tenant that is no longer the carrier. */
export const scopesOf = (role: Role, { carrier }: { carrier: boolean }): Scope[] =>
  isCarrierRole(role) && !carrier ? [] : [...roleScopes[role]];

/** Only an address that the provider has verified binds an identity. */
export const verifiedEmail = ({ email, email_verified }: Claims): string | undefined =>
  email_verified ? email : undefined;

/**
 * A provider on a loopback address (RFC 6761, RFC 5735) asks for no password; a desk whose own address
 * is not a loopback refuses to start with one. Its identities need no invitation.
 */
export const isDevelopmentIssuer = ({ issuer }: Pick<Claims, 'issuer'>): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(issuer).hostname);

/**
 * The user to bind to an identity of a development provider: the one with its address and no
 * identity of its issuer. Undefined if users of several tenants match.
 */
export const userToBind = <U>(unbound: readonly U[]): U | undefined =>
  unbound.length === 1 ? unbound[0] : undefined;

/** Sessions end with another role or address; another address may be another person's. */
export function endsWith(
  before: Pick<UserRecord, 'role' | 'email'>,
  after: Pick<UserRecord, 'role' | 'email'>,
): { sessions: boolean; identities: boolean } {
  const identities = before.email.toLowerCase() !== after.email.toLowerCase();
  return { identities, sessions: identities || before.role !== after.role };
}

export interface SignedIn {
  user: Pick<UserRecord, 'id' | 'email' | 'name' | 'role'>;
  tenant: { id: string; name: string; carrier: boolean };
  session: SessionRecord;
}

export const toPerson = ({ user, tenant, session }: SignedIn): Person => ({
  user,
  tenant,
  scopes: scopesOf(user.role, tenant),
  session: toSession(session),
});
