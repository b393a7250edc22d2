/** Parts of a job that other services keep, for the control desk. */
import type { trackedJob } from '@svc/contracts';
import { unlessAway } from '@svc/kit/unless-away';
import type { z } from 'zod';
import type { JobsClients } from '../define.ts';
import type { SitesById } from '../domain/courier-stops.ts';
import type { DeskParts } from '../domain/desk-job.ts';
import type { JobRecord } from '../domain/job.ts';

/** Asked in parallel. The desk shows what is available while a service is not. */
export async function gatherDeskParts(
  job: JobRecord,
  tracked: z.infer<typeof trackedJob>,
  clients: JobsClients,
): Promise<DeskParts> {
  const ofJob = { tenant_id: job.tenant_id, job_id: job.id };
  const [sites, tracking, custody, deliveries] = await Promise.all([
    unlessAway(siteDetailsOf([job], clients)),
    unlessAway(clients.tracking.deskTracking({ job: tracked })),
    unlessAway(clients.custody.deskCustody(ofJob)),
    unlessAway(clients.webhooks.deskDeliveries(ofJob)),
  ]);
  return { sites: sites ?? new Map(), tracking, custody, deliveries };
}

/** Looked up by id, for any tenant. */
export async function siteDetailsOf(
  jobs: readonly JobRecord[],
  { accounts }: Pick<JobsClients, 'accounts'>,
): Promise<SitesById> {
  const site_ids = [
    ...new Set(jobs.flatMap(({ pickup, dropoff }) => [pickup.site_id, dropoff.site_id])),
  ];
  if (site_ids.length === 0) return new Map();
  const { sites } = await accounts.siteDetails({ site_ids });
  return new Map(sites.map((site) => [site.id, site]));
}
