/**
 * Invitations of people to an organisation.
 *
 * Terms
 * - **invitation**: permission to sign in as one user of one organisation. Held as a link with a token
 *   of 256 random bits, of which the hash is stored; ends after seven days, when it is accepted or
 *   withdrawn, and with another address of the user. A user has one at most.
 * - **acceptance**: binds the identity of who accepts to the user. Its verified e-mail address must be
 *   the user's; that alone, without an invitation, binds nothing.
 *
 * The desk's process alone calls these actions; none is an endpoint of the API.
 */
import { z } from 'zod';
import { command, query } from '../define.ts';
import { tenantId, userId } from '../description.ts';
import { byId, empty, opaqueId, timestamp } from '../primitives.ts';
import { giverScopes } from './clients.ts';
import { claims, signedIn } from './people.ts';
import { user, userFields } from './resource.ts';

const invitationToken = z.string().max(200);

const newInvitation = z.object({ user, token: invitationToken, expires_at: timestamp });

/** An invitation as shown to its holder before sign-in. */
export const invitation = z.object({
  user: user.pick({ id: true, email: true, role: true }),
  tenant: z.object({ id: tenantId, name: z.string() }),
  expires_at: timestamp,
});
export type Invitation = z.infer<typeof invitation>;

/** How a user signs in: whether an identity is bound, and when the invitation expires. */
export const signInState = z.object({
  user_id: userId,
  is_bound: z.boolean(),
  /** May be in the past; null without an invitation. */
  invitation_expires_at: timestamp.nullable(),
});
export type SignInState = z.infer<typeof signInState>;

const issues = { 'id.invalid_format': 'user_not_found' } as const;

export const invitationActions = {
  /** Adds a user and creates the invitation. */
  inviteUser: command({
    input: z.object(userFields).extend(giverScopes),
    output: newInvitation,
    refusals: ['email_taken', 'carrier_only', 'scope_not_held'],
    secret: true,
  }),
  /** Replaces the previous invitation; also used to replace the identity of a user. */
  renewInvitation: command({
    input: byId.extend(giverScopes),
    output: newInvitation,
    refusals: ['user_not_found', 'scope_not_held'],
    issues,
    secret: true,
  }),
  /** Keeps the user; withdrawing a missing invitation changes nothing. */
  withdrawInvitation: command({
    input: byId.extend(giverScopes),
    output: empty,
    refusals: ['user_not_found', 'scope_not_held'],
    issues,
  }),
  /** Users of the tenant, in no particular order; unknown ids are omitted. */
  listSignInStates: query({
    input: z.object({ user_ids: z.array(opaqueId).max(100) }),
    output: z.object({ states: z.array(signInState) }),
    refusals: [],
  }),
  /**
   * Invitations of any tenant; null for a token that is unknown, expired, accepted or withdrawn.
   */
  findInvitation: query({
    input: z.object({ token: invitationToken }),
    output: z.object({ invitation: invitation.nullable() }),
    refusals: [],
  }),
  /**
   * With the claims of an ID token that the desk has verified, into the tenant of the invitation.
   * An identity signs in to one organisation. Replaces the user's identity of the same issuer and
   * ends the user's earlier sessions.
   */
  acceptInvitation: command({
    input: z.object({ token: invitationToken, ...claims }),
    output: signedIn,
    refusals: ['invitation_over', 'invitation_for_other_address', 'identity_bound'],
    secret: true,
  }),
};
