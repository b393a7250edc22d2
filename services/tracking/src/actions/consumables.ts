/** Consumables handed out at sites. */
import { byCarrier } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import { toPage } from '@svc/kit/page';
import { Refusal } from '@svc/kit/refusal';
import { command, query } from '../define.ts';
import { boundTime } from '../domain/boxes/asset-binding.ts';
import type { HandOutRecord } from '../domain/boxes/hand-out.ts';
import { insertHandOut, listHandOuts as listStored, sumHandOuts } from '../store/hand-outs.ts';
import { requireSite } from '../workflows/boxes/known-site.ts';

const toResource = ({ at, created_at, ...record }: HandOutRecord) => ({
  ...{ object: 'consumables_hand_out' as const, ...record },
  ...{ at: at.toISOString(), created_at: created_at.toISOString() },
});

export const handOutConsumables = command('handOutConsumables', {
  gather: async ({ site_id, job_id, courier_id }, { clients }) => {
    await requireSite(clients, site_id);
    if (job_id === undefined) return undefined;
    const job = await clients.jobs.locateForDesk({ id: job_id });
    if (courier_id !== undefined && job.driver_id !== courier_id) {
      throw new Refusal('job_not_found', 'No job with this id or reference.');
    }
    return job;
  },
  handle: async ({ kind, count, site_id, at, courier_id }, context) => {
    const { db, tenant, now, actor, gathered: job, recordChange } = context;
    const record: HandOutRecord = {
      ...{ id: newId('cho_', now), kind, count, site_id, job_id: job?.id ?? null },
      ...{ by: byCarrier(actor, courier_id), at: boundTime(at, now), created_at: now },
    };
    await insertHandOut(db, tenant, record);
    recordChange({ object: record.id, after: { kind, count, site_id, job_id: record.job_id } });
    return toResource(record);
  },
});

export const listHandOuts = query(
  'listHandOuts',
  async ({ limit, starting_after: before, ...filter }, { db, tenant }) => {
    const found = await listStored(db, tenant, { ...filter, before, max: limit + 1 });
    const ofSites = await sumHandOuts(db, tenant, { ...filter, of: 'site_id' });
    const ofPeople = await sumHandOuts(db, tenant, { ...filter, of: 'by' });
    return {
      ...toPage(found.map(toResource), limit),
      totals: ofSites.map(({ holder: site_id, ...sum }) => ({ site_id, ...sum })),
      by_person: ofPeople.map(({ holder: by, ...sum }) => ({ by, ...sum })),
    };
  },
);
