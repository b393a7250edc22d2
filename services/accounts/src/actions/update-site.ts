import { checkReceivingHours } from '../adapters/receiving-hours.ts';
import { command } from '../define.ts';
import { changeSite, siteNotFound } from '../domain/tenant.ts';
import { findOwnSite, putSite } from '../store/sites.ts';

export const updateSite = command('updateSite', {
  gather: async ({ receiving_hours }) => {
    if (receiving_hours !== undefined) await checkReceivingHours(receiving_hours);
  },
  handle: async (change, { db, tenant }) => {
    const site = await findOwnSite(db, tenant, change.id);
    if (!site) throw siteNotFound();
    const next = changeSite(site, change);
    await putSite(db, tenant, next);
    return next;
  },
});
