import { newId } from '@svc/kit/ids';
import { checkReceivingHours } from '../adapters/receiving-hours.ts';
import { command } from '../define.ts';
import { putSite } from '../store/sites.ts';

export const createSite = command('createSite', {
  gather: ({ receiving_hours }) => checkReceivingHours(receiving_hours),
  handle: async (input, { db, tenant, now }) => {
    const site = { ...input, id: newId('site_', now), shared: false };
    await putSite(db, tenant, site);
    return site;
  },
});
