import { isOpenAt } from '../adapters/receiving-hours.ts';
import { query } from '../define.ts';
import { listReceivingHours } from '../store/sites.ts';

export const openAt = query('openAt', async ({ moments }, { db, tenant }) => {
  const ids = [...new Set(moments.map(({ site_id }) => site_id))];
  const sites = await listReceivingHours(db, tenant, ids);
  const bySite = await Promise.all(
    sites.map(async (site) => {
      const own = moments.filter(({ site_id }) => site_id === site.id).map(({ at }) => at);
      const open = await isOpenAt(
        site,
        own.map((at) => new Date(at)),
      );
      return [site.id, new Map(own.map((at, index) => [at, open[index] ?? true]))] as const;
    }),
  );
  const known = new Map(bySite);
  return { open: moments.map(({ site_id, at }) => known.get(site_id)?.get(at) ?? null) };
});
