/** Failures of signing in and of accepting an invitation, for people. */
import type { Failure } from '../request/failure.ts';

export const signInTimeout: Failure = {
  status: 400,
  code: 'invalid_body',
  title: 'Sign-in took too long',
  text: 'Ten minutes passed, or it began in another browser. Sign in once more.',
};
export const signInRefused: Failure = {
  status: 403,
  code: 'insufficient_scope',
  title: 'Not signed in',
  text: 'Your provider refused the sign-in, or what it sent belongs to another one. Try again.',
};
export const providerAway: Failure = {
  status: 503,
  code: 'unavailable',
  title: 'Sign-in is not available at the moment',
  text: 'The provider that signs people in does not answer. Try again in a minute; open sessions go on.',
};
export const unknownPerson: Failure = {
  status: 403,
  code: 'unknown_person',
  title: 'Nobody here signs in with this account',
  text: 'You are signed in at your provider, but this account has not accepted an invitation. Open the link that the administrator of your organisation gave you, or ask for one.',
};
export const invitationOver: Failure = {
  status: 410,
  code: 'invitation_over',
  title: 'This invitation is over',
  text: 'It was accepted, withdrawn or replaced, or its seven days have passed. If you accepted it, sign in; if not, ask for a new link.',
};
export const acceptanceTimeout: Failure = {
  status: 400,
  code: 'invalid_body',
  title: 'The acceptance took too long',
  text: 'Ten minutes passed since the sign-in, or it was in another browser. Open the link of the invitation once more.',
};
const otherAddress: Failure = {
  status: 422,
  code: 'invitation_for_other_address',
  title: 'The invitation is for another address',
  text: 'Your account at the provider has another e-mail address than the one that was invited, or it is not verified. Open the link again with the right account, or ask for an invitation of this address.',
};
const identityBound: Failure = {
  status: 409,
  code: 'identity_bound',
  title: 'This account belongs to somebody here',
  text: 'An account signs in to one organisation, and yours does already. Use another account, or have its administrator remove you there first.',
};

/** Failures of an invitation by error code of accounts. */
export const invitationFailures: ReadonlyMap<string, Failure> = new Map(
  [invitationOver, otherAddress, identityBound].map((failure) => [failure.code, failure]),
);
