import { checkReceivingHours } from '../adapters/receiving-hours.ts';
import { command } from '../define.ts';
import { siteNotFound } from '../domain/tenant.ts';
import { putSite as put } from '../store/sites.ts';

export const putSite = command('putSite', {
  gather: ({ receiving_hours }) => checkReceivingHours(receiving_hours),
  handle: async (site, { db, tenant }) => {
    if (!(await put(db, tenant, site))) throw siteNotFound();
    return site;
  },
});
