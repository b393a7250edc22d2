import { newId } from '@svc/kit/ids';
import { command } from '../define.ts';
import { checkReceivingHours } from '../receiving-hours.ts';
import { putSite } from '../store/sites.ts';

export const createSite = command('createSite', {
  handle: async (input, { db, tenant, now }) => {
    checkReceivingHours(input.receiving_hours);
    const site = { ...input, id: newId('site_', now), shared: false };
    await putSite(db, tenant, site);
    return site;
  },
});
