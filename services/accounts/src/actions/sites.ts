import { newId } from '@svc/kit/ids';
import { toPage } from '@svc/kit/page';
import { checkReceivingHours, isOpenAt } from '../adapters/receiving-hours.ts';
import type { Config } from '../config.ts';
import { command, query } from '../define.ts';
import { changeSite, checkPosition, type SiteChange, siteNotFound } from '../domain/tenant.ts';
import {
  listReceivingHours,
  listSitesById,
  listSitesOfAll,
  listSites as listStored,
  lockOwnSite,
  putSite as putStored,
} from '../store/sites.ts';

export const listSites = query('listSites', async (page, { db, tenant }) => {
  const { sites, total } = await listStored(db, tenant, page);
  return { ...toPage(sites, page.limit), total };
});

export const listSitesForDesk = query('listSitesForDesk', async (filter, { db }) =>
  toPage(await listSitesOfAll(db, filter), filter.limit),
);

export const siteDetails = query('siteDetails', async ({ site_ids }, { db }) => ({
  sites: await listSitesById(db, [...new Set(site_ids)]),
}));

async function checkSite(
  { position, receiving_hours }: Omit<SiteChange, 'id'>,
  config: Config,
): Promise<void> {
  checkPosition(position, config.SVC_OPERATING_AREA);
  if (receiving_hours !== undefined) await checkReceivingHours(receiving_hours);
}

export const createSite = command('createSite', {
  gather: (input, { config }) => checkSite(input, config),
  handle: async (input, { db, tenant, now, recordChange }) => {
    const site = { ...input, id: newId('site_', now), shared: false };
    await putStored(db, tenant, site);
    recordChange({ object: site.id, after: site });
    return site;
  },
});

export const putSite = command('putSite', {
  gather: (input, { config }) => checkSite(input, config),
  handle: async (site, { db, tenant }) => {
    if (!(await putStored(db, tenant, site))) throw siteNotFound();
    return site;
  },
});

export const updateSite = command('updateSite', {
  gather: (change, { config }) => checkSite(change, config),
  handle: async (change, { db, tenant, recordChange }) => {
    const site = await lockOwnSite(db, tenant, change.id);
    if (!site) throw siteNotFound();
    const next = changeSite(site, change);
    await putStored(db, tenant, next);
    recordChange({ object: site.id, before: site, after: next });
    return next;
  },
});

export const openAt = query('openAt', async ({ moments }, { db, tenant, config }) => {
  const ids = [...new Set(moments.map(({ site_id }) => site_id))];
  const sites = await listReceivingHours(db, tenant, ids);
  const bySite = await Promise.all(
    sites.map(async (site) => {
      const own = moments.filter(({ site_id }) => site_id === site.id).map(({ at }) => at);
      const open = await isOpenAt(
        { ...site, proclaimed: config.SVC_PUBLIC_HOLIDAYS },
        own.map((at) => new Date(at)),
      );
      return [site.id, new Map(own.map((at, index) => [at, open[index] ?? true]))] as const;
    }),
  );
  const known = new Map(bySite);
  return { open: moments.map(({ site_id, at }) => known.get(site_id)?.get(at) ?? null) };
});
