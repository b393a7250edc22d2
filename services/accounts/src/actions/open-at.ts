import { query } from '../define.ts';
import { isOpenAt } from '../receiving-hours.ts';
import { listReceivingHours } from '../store/sites.ts';

export const openAt = query('openAt', async ({ moments }, { db, tenant }) => {
  const ids = moments.map(({ site_id }) => site_id);
  const sites = new Map((await listReceivingHours(db, tenant, ids)).map((site) => [site.id, site]));
  const open = moments.map(({ site_id, at }) => {
    const site = sites.get(site_id);
    return site ? isOpenAt(site, new Date(at)) : null;
  });
  return { open };
});
