import { on } from '../define.ts';
import { differenceOf } from '../domain/incident.ts';
import { report } from '../reporting.ts';
import { lockJob } from '../store/jobs.ts';

/** Specimens that are missing, or that nobody listed, are an incident. */
export const onManifestMismatched = on('partner', 'manifest.mismatched', async (event, context) => {
  const job = await lockJob(context.db, context.tenant, event.data.job_id);
  await report(job, context, {
    category: 'documents',
    severity: 'high',
    description: differenceOf(event.data),
    reported_by: context.actor,
  });
});
