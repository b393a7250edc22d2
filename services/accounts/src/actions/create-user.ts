import { newId } from '@svc/kit/ids';
import { command } from '../define.ts';
import { emailConflict, toUserResource } from '../domain/tenant.ts';
import { emailIndex, insertUser, isEmailTaken } from '../store/users.ts';

export const createUser = command('createUser', {
  handle: async (input, { db, tenant, now }) => {
    const user = { ...input, id: newId('usr_', now), created_at: now };
    if (await isEmailTaken(db, tenant, user)) throw emailConflict();
    await insertUser(db, tenant, user);
    return toUserResource(user);
  },
  retryOn: [emailIndex],
});
