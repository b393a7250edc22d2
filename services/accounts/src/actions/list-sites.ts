import { query } from '../define.ts';
import { listSites as find } from '../store/sites.ts';

export const listSites = query('listSites', async (_input, { db, tenant }) => {
  const { sites, total } = await find(db, tenant);
  return { object: 'list', total, data: sites, has_more: total > sites.length };
});
