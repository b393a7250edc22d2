import { command } from '../define.ts';
import { siteNotFound } from '../domain/tenant.ts';
import { checkReceivingHours } from '../receiving-hours.ts';
import { putSite as put } from '../store/sites.ts';

export const putSite = command('putSite', {
  handle: async (site, { db, tenant }) => {
    checkReceivingHours(site.receiving_hours);
    if (!(await put(db, tenant, site))) throw siteNotFound();
    return site;
  },
});
