import { toPage } from '@svc/kit/page';
import { addressesOf } from '../config.ts';
import { query } from '../define.ts';
import { toDeskDetail } from '../domain/desk-job.ts';
import { requireJob } from '../domain/job.ts';
import { toDeskJob, toLiveJob } from '../domain/resource.ts';
import { toTrackedJob } from '../domain/tracked-job.ts';
import {
  countBookedJobs,
  getAnyJob,
  listDeliveredJobs,
  listDispatchJobs,
  listJobsById,
  listOpenJobs,
} from '../store/dispatch-jobs.ts';
import { listMessageStates } from '../store/job-messages.ts';
import { listMilestones } from '../store/jobs.ts';
import { findAnySequencedJob } from '../store/sequenced-jobs.ts';
import { gatherDeskParts } from '../workflows/desk-parts.ts';
import { readInstructions } from '../workflows/instructions.ts';

export const listForDesk = query('listForDesk', async (filter, { db, config }) => {
  const found = await listDispatchJobs(db, filter);
  const resources = found.map((job) => toDeskJob(job, addressesOf(config)));
  return toPage(resources, filter.limit);
});

export const listLive = query('listLive', async ({ ids, ...page }, { db }) => {
  const found = await (ids ? listJobsById(db, ids) : listOpenJobs(db, page));
  const states = await listMessageStates(db, found, 'desk');
  const live = found.map((job) => toLiveJob(job, states.get(job.id)));
  return toPage(live, ids ? ids.length : page.limit);
});

export const countUnassigned = query('countUnassigned', async (_input, { db }) => ({
  count: await countBookedJobs(db),
}));

export const listDelivered = query('listDelivered', async (input, { db, config }) => {
  const { found, ...counts } = await listDeliveredJobs(db, input);
  const resources = found.map((job) => toDeskJob(job, addressesOf(config)));
  return { ...toPage(resources, input.limit), ...counts };
});

export const getForDesk = query('getForDesk', async ({ id }, { db, config, clients }) => {
  const job = await getAnyJob(db, id);
  const [milestones, instructions] = await Promise.all([
    listMilestones(db, job.tenant_id, job.id),
    readInstructions(job, { db, config }),
  ]);
  const addresses = addressesOf(config);
  const tracked = toTrackedJob(job, { milestones, last_sequence: 0, addresses });
  const parts = await gatherDeskParts(job, tracked, clients);
  return toDeskDetail(job, { ...parts, timeline: tracked.events, instructions, addresses });
});

export const locateForDesk = query('locateForDesk', async ({ id: idOrRef }, { db }) => {
  const found = await findAnySequencedJob(db, idOrRef);
  const { id, ref, tenant_id, status, assignment, priced } = requireJob(found);
  const { driver_id = null, vehicle_id = null } = assignment ?? {};
  const last_sequence = found?.last_sequence ?? 0;
  return {
    id,
    ref,
    tenant_id,
    driver_id,
    vehicle_id,
    parcels: priced.parcels,
    status,
    last_sequence,
  };
});
