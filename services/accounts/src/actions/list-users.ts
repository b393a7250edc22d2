import { pageOf } from '@svc/kit/page';
import { query } from '../define.ts';
import { toUserResource } from '../domain/tenant.ts';
import { listUsers as find } from '../store/users.ts';

export const listUsers = query('listUsers', async (page, { db, tenant }) => {
  const { users, total } = await find(db, tenant, page);
  return { ...pageOf(users.map(toUserResource), page.limit), total };
});
