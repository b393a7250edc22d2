import { query } from '../define.ts';
import { toUserResource } from '../domain/tenant.ts';
import { listUsers as find } from '../store/users.ts';

export const listUsers = query('listUsers', async (_input, { db, tenant }) => {
  const { users, total } = await find(db, tenant);
  return {
    object: 'list',
    total,
    data: users.map(toUserResource),
    has_more: total > users.length,
  };
});
