import { newId } from '@svc/kit/ids';
import { pageOf } from '@svc/kit/page';
import { command, query } from '../define.ts';
import { changeUser, emailConflict, toUserResource, userNotFound } from '../domain/tenant.ts';
import {
  emailIndex,
  findUser,
  insertUser,
  isEmailTaken,
  listUsers as listStored,
  removeUser,
  saveUser,
} from '../store/users.ts';

export const listUsers = query('listUsers', async (page, { db, tenant }) => {
  const { users, total } = await listStored(db, tenant, page);
  return { ...pageOf(users.map(toUserResource), page.limit), total };
});

export const createUser = command('createUser', {
  handle: async (input, { db, tenant, now }) => {
    const user = { ...input, id: newId('usr_', now), created_at: now };
    if (await isEmailTaken(db, tenant, user)) throw emailConflict();
    await insertUser(db, tenant, user);
    return toUserResource(user);
  },
  retryOn: [emailIndex],
});

export const updateUser = command('updateUser', {
  handle: async (change, { db, tenant }) => {
    const user = await findUser(db, tenant, change.id);
    if (!user) throw userNotFound();
    const next = changeUser(user, change);
    if (await isEmailTaken(db, tenant, next)) throw emailConflict();
    await saveUser(db, tenant, next);
    return toUserResource(next);
  },
  retryOn: [emailIndex],
});

export const deleteUser = command('deleteUser', {
  handle: async ({ id }, { db, tenant }) => {
    if (!(await removeUser(db, tenant, id))) throw userNotFound();
    return { id, object: 'user', deleted: true };
  },
});
