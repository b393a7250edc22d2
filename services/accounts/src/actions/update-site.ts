import { command } from '../define.ts';
import { changeSite, siteNotFound } from '../domain/tenant.ts';
import { checkReceivingHours } from '../receiving-hours.ts';
import { findOwnSite, putSite } from '../store/sites.ts';

export const updateSite = command('updateSite', {
  handle: async (change, { db, tenant }) => {
    const site = await findOwnSite(db, tenant, change.id);
    if (!site) throw siteNotFound();
    if (change.receiving_hours !== undefined) checkReceivingHours(change.receiving_hours);
    const next = changeSite(site, change);
    await putSite(db, tenant, next);
    return next;
  },
});
