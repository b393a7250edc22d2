import { Refusal } from '@svc/kit/refusal';
import { addressesOf } from '../config.ts';
import { query } from '../define.ts';
import { toTrackedJob } from '../domain/tracked-job.ts';
import { listMilestones } from '../store/jobs.ts';
import { findSequencedJob, findSequencedJobByToken } from '../store/sequenced-jobs.ts';

export const track = query('track', async ({ ref }, { db, tenant, config }) => {
  const job = await findSequencedJob(db, tenant, ref);
  if (!job) throw new Refusal('tracking_not_found', 'No job with this reference.');
  const milestones = await listMilestones(db, job.tenant_id, job.id);
  return toTrackedJob(job, {
    milestones,
    last_sequence: job.last_sequence ?? 0,
    addresses: addressesOf(config),
  });
});

export const trackByToken = query('trackByToken', async ({ token }, { db, config }) => {
  const job = await findSequencedJobByToken(db, token);
  if (!job) throw new Refusal('tracking_not_found', 'No job with this link.');
  const milestones = await listMilestones(db, job.tenant_id, job.id);
  return toTrackedJob(job, {
    milestones,
    last_sequence: job.last_sequence ?? 0,
    addresses: addressesOf(config),
  });
});
