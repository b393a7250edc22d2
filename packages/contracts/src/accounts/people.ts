/**
 * People who sign in to the desk and the portal.
 *
 * Terms
 * - **identity**: what an OpenID provider calls a person: its issuer and subject (OpenID Connect Core,
 *   section 2). Bound to a user by an accepted invitation (invitations.ts); from then on the address
 *   counts no more.
 * - **session**: one browser in which a user has signed in. Ends when it was idle or lived too long,
 *   by sign-out, with the user, or with a change of the user's role or address.
 * - **session token**: 256 random bits, held by the browser's cookie; stored as its hash.
 *
 * The desk's process alone calls these actions; none is an endpoint of the API.
 */
import { z } from 'zod';
import { command, query } from '../define.ts';
import { idOf, tenantId } from '../description.ts';
import { empty, lineText, opaqueId, requiredLine, timestamp } from '../primitives.ts';
import { type Scope, scope } from './credentials.ts';
import { user, type userRoles } from './resource.ts';

type Role = (typeof userRoles)[number];

const reads = [
  'jobs:read',
  'tracking:read',
  'custody:read',
  'temperature:read',
  'pod:read',
  'certificates:read',
] as const satisfies readonly Scope[];

/** Scopes of a signed-in person, by role. */
export const roleScopes: Readonly<Record<Role, readonly Scope[]>> = {
  admin: [
    ...reads,
    'quotes:write',
    'jobs:write',
    'invoices:read',
    'admin:users',
    'admin:sites',
    'webhooks:manage',
    'audit:read',
  ],
  booker: [...reads, 'quotes:write', 'jobs:write'],
  viewer: reads,
  auditor: [...reads, 'invoices:read', 'audit:read'],
  dispatcher: ['ops:dispatch'],
  quality: ['ops:dispatch', 'ops:disposition'],
  desk_lead: ['ops:dispatch', 'ops:disposition', 'admin:users', 'audit:read'],
};

/**
 * Scopes of a role that the assigner lacks: only those who hold all of them can assign or remove
 * the role.
 */
export const scopesBeyond = (role: Role, held: readonly Scope[]): Scope[] =>
  roleScopes[role].filter((each) => !held.includes(each));

/** Roles that only users of the carrier's own tenant may have. */
export const carrierRoles = [
  'dispatcher',
  'quality',
  'desk_lead',
] as const satisfies readonly Role[];

export const session = z.object({
  id: idOf('ses', 'the session'),
  /** Name of browser and system, parsed from `User-Agent`. */
  browser: z.string().max(120),
  created_at: timestamp,
  last_seen_at: timestamp,
  /** Absolute expiry; idleness may end the session earlier. */
  expires_at: timestamp,
});
export type Session = z.infer<typeof session>;

/** The signed-in user and what the role permits. */
export const person = z.object({
  user: user.omit({ created_at: true }),
  tenant: z.object({ id: tenantId, name: z.string(), carrier: z.boolean() }),
  scopes: z.array(scope),
  session,
});
export type Person = z.infer<typeof person>;

const sessionToken = z.string().max(200);

/** Claims of a verified ID token, and the browser that it was issued for. */
export const claims = {
  issuer: z
    .url()
    .max(500)
    .regex(/^[!-~]+$/),
  subject: requiredLine(255),
  email: z.email().max(254).optional(),
  email_verified: z.boolean().default(false),
  browser: lineText(120).default(''),
};

/** A new session. */
export const signedIn = z.object({ token: sessionToken, person });

export const peopleActions = {
  /**
   * Called with the claims of an ID token that the desk has verified. A known identity signs in as
   * its user, whatever its address. An unknown one is refused until an invitation binds it. An
   * identity of a development provider, on a loopback address, is bound to the only user with its
   * verified address.
   */
  signIn: command({
    input: z.object(claims),
    output: signedIn,
    refusals: ['unknown_person'],
    secret: true,
  }),
  /** Null for a token that is unknown or whose session has ended. */
  findPerson: query({
    input: z.object({
      token: sessionToken,
      /** False for a background check, e.g. of an open stream, which does not count as activity. */
      is_use: z.boolean().optional(),
    }),
    output: z.object({ person: person.nullable() }),
    refusals: [],
  }),
  /** Open sessions of the caller, most recently used first. */
  listSessions: query({
    input: z.object({ user_id: opaqueId }),
    output: z.object({ sessions: z.array(session).max(100) }),
    refusals: [],
  }),
  /** Idempotent: ending an ended session changes nothing. */
  endSession: command({
    input: z.object({ user_id: opaqueId, session_id: opaqueId }),
    output: empty,
    refusals: [],
  }),
  /** Signs the user out of every browser. */
  endSessions: command({
    input: z.object({ user_id: opaqueId }),
    output: z.object({ ended: z.int() }),
    refusals: [],
  }),
};
