/** Invitations: how long one is open, and who may accept it. */
import type { Invitation } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { UserKey } from './person.ts';
import type { UserRecord } from './tenant.ts';

export const invitationLifeMs = 7 * 24 * 60 * 60 * 1_000;

export interface InvitationRecord {
  user: Pick<UserRecord, 'id' | 'email' | 'role'>;
  tenant: { id: string; name: string };
  expires_at: Date;
}

export const isInvitationOpen = (
  { expires_at }: Pick<InvitationRecord, 'expires_at'>,
  now: Date,
): boolean => now < expires_at;

export const toInvitation = ({ expires_at, ...invitation }: InvitationRecord): Invitation => ({
  ...invitation,
  expires_at: expires_at.toISOString(),
});

interface Acceptance {
  /** Undefined for a token that no invitation has. */
  invitation: InvitationRecord | undefined;
  /** Address of the identity, if the provider has verified it. */
  email: string | undefined;
  /** The user whom the identity is bound to. */
  bound: UserKey | undefined;
  now: Date;
}

/**
 * An open invitation is accepted by an identity that has the invited address and is not bound to a
 * user. Anybody else with the link is refused.
 */
export function requireAcceptable({ invitation, email, bound, now }: Acceptance): InvitationRecord {
  if (!invitation || !isInvitationOpen(invitation, now)) throw invitationOver();
  const { user, tenant } = invitation;
  if (email?.toLowerCase() !== user.email.toLowerCase()) throw otherAddress();
  if (bound && !(bound.id === user.id && bound.tenant_id === tenant.id)) throw identityBound();
  return invitation;
}

const invitationOver = (): Refusal =>
  new Refusal('invitation_over', 'The invitation is over, was withdrawn or was accepted.');

const otherAddress = (): Refusal =>
  new Refusal(
    'invitation_for_other_address',
    'The invitation is for another e-mail address than the verified one of this identity.',
  );

const identityBound = (): Refusal =>
  new Refusal('identity_bound', 'This identity signs in as another user.');
