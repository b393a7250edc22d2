import { pageOf } from '@svc/kit/page';
import { query } from '../define.ts';
import { listSites as find } from '../store/sites.ts';

export const listSites = query('listSites', async (page, { db, tenant }) => {
  const { sites, total } = await find(db, tenant, page);
  return { ...pageOf(sites, page.limit), total };
});
