import type { tracking } from '@svc/contracts';
import type { z } from 'zod';
import type { Job, Milestone } from './job.ts';
import { trackingUrl } from './resource.ts';

interface Viewed {
  milestones: readonly Milestone[];
  now: Date;
  publicUrl: string;
}

/** Where a job stands: no names but the reference, no prices, no reasons. */
export const trackingOf = (
  job: Job,
  { milestones, now, publicUrl }: Viewed,
): z.infer<typeof tracking> => ({
  ref: job.ref,
  status: job.status,
  tracking_url: trackingUrl(job, publicUrl),
  eta_minutes: etaMinutes(job, now),
  driver: null,
  vehicle: null,
  events: milestones.map(({ at, type, note, seal }) => ({
    at: at.toISOString(),
    type,
    note,
    seal,
  })),
});

/** Minutes until the SLA is due, begun ones counted; none once the job is over. */
export function etaMinutes({ status, sla_due }: Job, now: Date): number {
  if (status === 'delivered' || status === 'cancelled') return 0;
  return Math.max(0, Math.ceil((sla_due.getTime() - now.getTime()) / 60_000));
}
