import { Refusal } from '@svc/kit/refusal';
import { query } from '../define.ts';
import { trackedOf } from '../domain/tracked.ts';
import { findFollowedByToken } from '../store/followed-jobs.ts';
import { listMilestones } from '../store/jobs.ts';

export const trackByToken = query('trackByToken', async ({ token }, { db, config }) => {
  const job = await findFollowedByToken(db, token);
  if (!job) throw new Refusal('tracking_not_found', 'No job with this link.');
  const milestones = await listMilestones(db, job.tenant_id, job.id);
  return trackedOf(job, { milestones, last_sequence: job.last_sequence ?? 0, addresses: config });
});
