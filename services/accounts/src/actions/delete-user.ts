import { command } from '../define.ts';
import { userNotFound } from '../domain/tenant.ts';
import { removeUser } from '../store/users.ts';

export const deleteUser = command('deleteUser', {
  handle: async ({ id }, { db, tenant }) => {
    if (!(await removeUser(db, tenant, id))) throw userNotFound();
    return { id, object: 'user', deleted: true };
  },
});
