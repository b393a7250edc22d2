import { Refusal } from '@svc/kit/refusal';
import { query } from '../define.ts';
import { trackingOf } from '../domain/tracking.ts';
import { findJob, listMilestones } from '../store/jobs.ts';

export const track = query('track', async ({ ref }, { db, tenant, now, config }) => {
  const job = await findJob(db, tenant, ref);
  if (!job) throw new Refusal('tracking_not_found', 'No job with this reference.');
  const milestones = await listMilestones(db, tenant, job.id);
  return trackingOf(job, { milestones, now, publicUrl: config.SVC_PUBLIC_URL });
});
