import { Refusal } from '@svc/kit/refusal';
import { query } from '../define.ts';
import { trackedOf } from '../domain/tracked.ts';
import { findFollowed } from '../store/followed-jobs.ts';
import { listMilestones } from '../store/jobs.ts';

export const track = query('track', async ({ ref }, { db, tenant, config }) => {
  const job = await findFollowed(db, tenant, ref);
  if (!job) throw new Refusal('tracking_not_found', 'No job with this reference.');
  const milestones = await listMilestones(db, job.tenant_id, job.id);
  return trackedOf(job, { milestones, last_sequence: job.last_sequence ?? 0, addresses: config });
});
