import { toPage } from '@svc/kit/page';
import { decryptCode } from '../adapters/handover-codes.ts';
import { addressesOf } from '../config.ts';
import { query } from '../define.ts';
import { lockedUntil, requireCode } from '../domain/handover-code.ts';
import { mayReadInstructions, noInstructions } from '../domain/instructions.ts';
import { requireJob } from '../domain/job.ts';
import { toDetail, toResource } from '../domain/resource.ts';
import { findVisibleDetail } from '../store/job-details.ts';
import { getJob } from '../store/jobs.ts';
import { listOwnJobs } from '../store/list-jobs.ts';
import { findSequencedJob } from '../store/sequenced-jobs.ts';
import { listVisibleJobs } from '../store/visible-jobs.ts';
import { openInstructions } from '../workflows/instructions.ts';

export const list = query('list', async (filter, { db, tenant, config }) => {
  const isSandbox = config.SVC_ENVIRONMENT === 'sandbox';
  const { found, total } = await (isSandbox ? listVisibleJobs : listOwnJobs)(db, tenant, filter);
  const resources = found.map((job) => toResource(job, addressesOf(config)));
  const page = toPage(resources, filter.limit);
  if (filter.ending_before !== undefined) page.data.reverse();
  return { ...page, total };
});

export const get = query('get', async ({ id }, { db, tenant, actor, config }) => {
  const job = requireJob(await findVisibleDetail(db, tenant, id));
  const instructions = mayReadInstructions(actor)
    ? openInstructions(job.instructions, config)
    : noInstructions;
  return toDetail(job, instructions, addressesOf(config));
});

export const locate = query('locate', async ({ id }, { db, tenant }) => {
  const found = await findSequencedJob(db, tenant, id);
  const job = requireJob(found);
  return {
    id: job.id,
    ref: job.ref,
    tenant_id: job.tenant_id,
    status: job.status,
    requirements: job.requirements,
    last_sequence: found?.last_sequence ?? 0,
  };
});

export const handoverCode = query('handoverCode', async ({ id }, { db, tenant, now, config }) => {
  const job = await getJob(db, tenant, id);
  return {
    object: 'handover_code' as const,
    job_id: job.id,
    code: decryptCode(requireCode(job), config.SVC_SECRET),
    pickup_code:
      job.pickup_code === null || job.collected_at !== null
        ? null
        : decryptCode(job.pickup_code, config.SVC_SECRET),
    locked_until: lockedUntil(job, now)?.toISOString() ?? null,
  };
});
