import { type SessionsHint, sessionsTopic } from '@svc/contracts';
import { toPage } from '@svc/kit/page';
import { command, query } from '../define.ts';
import { carrierRoleOnly, endsWith, isCarrierRole } from '../domain/person.ts';
import { recordedUser } from '../domain/recorded-user.ts';
import { requireRoles } from '../domain/scopes.ts';
import { changeUser, emailConflict, toUserResource, userNotFound } from '../domain/tenant.ts';
import { removeIdentities } from '../store/identities.ts';
import { removeInvitation } from '../store/invitations.ts';
import { removeSessions } from '../store/sessions.ts';
import { isCarrier } from '../store/tenants.ts';
import {
  emailIndex,
  findUser,
  isEmailTaken,
  listUsers as listStored,
  removeUser,
  saveUser,
} from '../store/users.ts';
import { addUser } from '../workflows/add-user.ts';

export const listUsers = query('listUsers', async (page, { db, tenant }) => {
  const { users, total } = await listStored(db, tenant, page);
  return { ...toPage(users.map(toUserResource), page.limit), total };
});

export const createUser = command('createUser', {
  handle: async ({ held_scopes, ...fields }, { db, tenant, now, recordChange }) => {
    const user = await addUser(fields, { db, tenant, now, held_scopes });
    recordChange(recordedUser(user.id, { after: user }));
    return toUserResource(user);
  },
  retryOn: [emailIndex],
});

export const updateUser = command('updateUser', {
  handle: async ({ held_scopes, ...change }, { db, tenant, hint, recordChange }) => {
    const user = await findUser(db, tenant, change.id);
    if (!user) throw userNotFound();
    if (change.role && isCarrierRole(change.role) && !(await isCarrier(db, tenant))) {
      throw carrierRoleOnly();
    }
    const next = changeUser(user, change);
    requireRoles([user.role, next.role], held_scopes);
    if (await isEmailTaken(db, tenant, next)) throw emailConflict();
    await saveUser(db, tenant, next);
    recordChange(recordedUser(user.id, { before: user, after: next }));
    hint(sessionsTopic, { tenant_id: tenant } satisfies SessionsHint);
    const ends = endsWith(user, next);
    if (ends.sessions) await removeSessions(db, tenant, user.id);
    if (ends.identities) {
      await removeIdentities(db, tenant, { user_id: user.id });
      await removeInvitation(db, tenant, user.id);
    }
    return toUserResource(next);
  },
  retryOn: [emailIndex],
});

export const deleteUser = command('deleteUser', {
  handle: async ({ id, held_scopes }, { db, tenant, hint, recordChange }) => {
    const user = await findUser(db, tenant, id);
    if (!user) throw userNotFound();
    requireRoles([user.role], held_scopes);
    await removeUser(db, tenant, id);
    hint(sessionsTopic, { tenant_id: tenant } satisfies SessionsHint);
    recordChange(recordedUser(id, { before: user }));
    return { id, object: 'user', deleted: true };
  },
});
