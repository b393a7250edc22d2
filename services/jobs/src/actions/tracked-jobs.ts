import { Refusal } from '@svc/kit/refusal';
import type { Kysely } from 'kysely';
import { addressesOf, type Config } from '../config.ts';
import { query } from '../define.ts';
import { toTrackedJob } from '../domain/tracked-job.ts';
import { listMilestones } from '../store/jobs.ts';
import type { Tables } from '../store/schema.ts';
import {
  findSequencedJob,
  findSequencedJobByToken,
  type SequencedJob,
} from '../store/sequenced-jobs.ts';

export const track = query('track', async ({ ref }, { db, tenant, config }) => {
  const job = await findSequencedJob(db, tenant, ref);
  if (!job) throw new Refusal('tracking_not_found', 'No job with this reference.');
  return withMilestones(db, job, config);
});

export const trackByToken = query('trackByToken', async ({ token }, { db, config }) => {
  const job = await findSequencedJobByToken(db, token);
  if (!job) throw new Refusal('tracking_not_found', 'No job with this link.');
  return withMilestones(db, job, config);
});

async function withMilestones(db: Kysely<Tables>, job: SequencedJob, config: Config) {
  const milestones = await listMilestones(db, job.tenant_id, job.id);
  const addresses = addressesOf(config);
  return toTrackedJob(job, { milestones, last_sequence: job.last_sequence ?? 0, addresses });
}
