import { randomSecret, tokenHash } from '../adapters/secret-hash.ts';
import { type AccountsWriteContext, command, query } from '../define.ts';
import {
  invitationLifeMs,
  isInvitationOpen,
  requireAcceptable,
  toInvitation,
} from '../domain/invitation.ts';
import { verifiedEmail } from '../domain/person.ts';
import { recordedUser } from '../domain/recorded-user.ts';
import { requireRoles } from '../domain/scopes.ts';
import { toUserResource, type UserRecord, userNotFound } from '../domain/tenant.ts';
import {
  findIdentity,
  identityKeys,
  insertIdentity,
  removeIdentities,
} from '../store/identities.ts';
import {
  findInvitation as findStored,
  listSignInStates as listStored,
  removeInvitation,
  saveInvitation,
} from '../store/invitations.ts';
import { removeSessions } from '../store/sessions.ts';
import { emailIndex, findUser } from '../store/users.ts';
import { addUser } from '../workflows/add-user.ts';
import { startSession } from '../workflows/session.ts';

type Context = Pick<AccountsWriteContext, 'db' | 'tenant' | 'now'>;

async function invite(user: UserRecord, { db, tenant, now }: Context) {
  const token = randomSecret();
  const expires_at = new Date(now.getTime() + invitationLifeMs);
  const token_hash = tokenHash(token);
  await saveInvitation(db, tenant, { user_id: user.id, token_hash, created_at: now, expires_at });
  return { user: toUserResource(user), token, expires_at: expires_at.toISOString() };
}

export const inviteUser = command('inviteUser', {
  handle: async ({ held_scopes, ...fields }, { db, tenant, now, recordChange }) => {
    const user = await addUser(fields, { db, tenant, now, held_scopes });
    recordChange(recordedUser(user.id, { after: user }));
    return invite(user, { db, tenant, now });
  },
  retryOn: [emailIndex],
});

export const renewInvitation = command('renewInvitation', {
  handle: async ({ id, held_scopes }, { db, tenant, now, recordChange }) => {
    const user = await findUser(db, tenant, id);
    if (!user) throw userNotFound();
    requireRoles([user.role], held_scopes);
    const made = await invite(user, { db, tenant, now });
    recordChange({ object: id, after: { invitation_expires_at: made.expires_at } });
    return made;
  },
});

export const withdrawInvitation = command('withdrawInvitation', {
  handle: async ({ id, held_scopes }, { db, tenant, recordChange }) => {
    const user = await findUser(db, tenant, id);
    if (!user) throw userNotFound();
    requireRoles([user.role], held_scopes);
    const was_invited = await removeInvitation(db, tenant, id);
    recordChange({ object: id, before: { is_invited: was_invited }, after: { is_invited: false } });
    return {};
  },
});

export const listSignInStates = query('listSignInStates', async ({ user_ids }, { db, tenant }) => ({
  states: await listStored(db, tenant, user_ids),
}));

export const findInvitation = query('findInvitation', async ({ token }, { db, now }) => {
  const found = await findStored(db, tokenHash(token));
  return { invitation: found && isInvitationOpen(found, now) ? toInvitation(found) : null };
});

export const acceptInvitation = command('acceptInvitation', {
  handle: async ({ token, browser, ...claims }, context) => {
    const { db, now, recordChange } = context;
    const token_hash = tokenHash(token);
    const named = await findStored(db, token_hash);
    // Each change of a user locks it first; the invitation may have ended meanwhile.
    if (named) await findUser(db, named.tenant.id, named.user.id);
    const { user, tenant } = requireAcceptable({
      invitation: await findStored(db, token_hash),
      email: verifiedEmail(claims),
      bound: await findIdentity(db, claims),
      now,
    });
    const { issuer, subject } = claims;
    await removeInvitation(db, tenant.id, user.id);
    await removeSessions(db, tenant.id, user.id);
    await removeIdentities(db, tenant.id, { user_id: user.id, issuer });
    await insertIdentity(db, tenant.id, { issuer, subject, user_id: user.id, created_at: now });
    recordChange({ object: user.id, before: { is_invited: true }, after: { is_invited: false } });
    return startSession({ tenant_id: tenant.id, id: user.id }, browser, context);
  },
  retryOn: identityKeys,
});
