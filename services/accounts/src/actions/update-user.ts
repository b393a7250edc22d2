import { command } from '../define.ts';
import { changeUser, emailConflict, toUserResource, userNotFound } from '../domain/tenant.ts';
import { emailIndex, findUser, isEmailTaken, saveUser } from '../store/users.ts';

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
