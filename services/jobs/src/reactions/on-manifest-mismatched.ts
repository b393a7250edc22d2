import { on } from '../define.ts';
import { describeMismatch } from '../domain/incident.ts';
import { lockJob } from '../store/jobs.ts';
import { recordIncident } from '../workflows/record-incident.ts';

/** Missing or unlisted specimens are recorded as an incident. */
export const onManifestMismatched = on('partner', 'manifest.mismatched', async (event, context) => {
  const job = await lockJob(context.db, context.tenant, event.data.job_id);
  await recordIncident(job, context, {
    category: 'documents',
    severity: 'high',
    description: describeMismatch(event.data),
    reported_by: context.actor,
  });
});
