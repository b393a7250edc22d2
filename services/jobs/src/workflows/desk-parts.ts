/** Parts of a job that other services keep, for the control desk. */
import type { CourierBoxes, trackedJob } from '@svc/contracts';
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

/** By job; none while tracking is not available, as a run without boxes serves its courier, too. */
export async function boxesOf(
  jobs: readonly JobRecord[],
  { tracking }: Pick<JobsClients, 'tracking'>,
): Promise<(job: JobRecord) => CourierBoxes> {
  const asked = { job_ids: jobs.map(({ id }) => id), site_ids: siteIdsOf(jobs) };
  const found = jobs.length > 0 ? await unlessAway(tracking.boxesOfCourier(asked)) : null;
  const { boxes = [], take_along = [] } = found ?? {};
  return (job) => {
    const sites = siteIdsOf([job]);
    return {
      boxes: boxes.filter(({ job_id }) => job_id === job.id).map(({ job_id: _, ...box }) => box),
      take_along: take_along.filter(({ site_id }) => sites.includes(site_id)),
    };
  };
}

const siteIdsOf = (jobs: readonly JobRecord[]): string[] => [
  ...new Set(
    jobs.flatMap(({ pickup, dropoff, legs }) => [
      ...[pickup.site_id, dropoff.site_id],
      ...(legs ?? []).flatMap(({ hub }) => hub?.site_id ?? []),
    ]),
  ),
];

/** Looked up by id, for any tenant. */
export async function siteDetailsOf(
  jobs: readonly JobRecord[],
  { accounts }: Pick<JobsClients, 'accounts'>,
): Promise<SitesById> {
  const site_ids = siteIdsOf(jobs);
  if (site_ids.length === 0) return new Map();
  const { sites } = await accounts.siteDetails({ site_ids });
  return new Map(sites.map((site) => [site.id, site]));
}
