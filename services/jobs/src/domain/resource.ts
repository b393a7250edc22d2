/** The job as its tenant sees it. */
import type { Job as JobResource, jobDetail, TemperatureClass } from '@svc/contracts';
import type { z } from 'zod';
import type { Job } from './job.ts';
import { legsOf } from './legs.ts';

/** Degrees Celsius by temperature class. */
const ranges = {
  ambient: { min: 15, max: 25 },
  '2-8C': { min: 2, max: 8 },
  frozen: { min: -25, max: -15 },
} as const satisfies Record<TemperatureClass, { min: number; max: number }>;

/** The public tracking page is found by a token that cannot be guessed, not by the reference. */
export const trackingUrl = ({ tracking_token }: Job, publicUrl: string): string =>
  `${publicUrl}/t/${tracking_token}`;

export function toResource(job: Job, publicUrl: string): JobResource {
  const { priced, pickup, dropoff } = job;
  return {
    id: job.id,
    ref: job.ref,
    object: 'job',
    status: job.status,
    sku: priced.sku,
    service: priced.service,
    priority: priced.priority,
    tenant: { id: job.tenant_id, name: job.tenant_name },
    pickup: { site_id: pickup.site_id, name: pickup.name },
    dropoff: { site_id: dropoff.site_id, name: dropoff.name },
    parcels: priced.parcels,
    seal: job.seal,
    un_number: priced.un_number,
    temperature_range_c: priced.temperature_class && ranges[priced.temperature_class],
    km: priced.km,
    created_at: job.created_at.toISOString(),
    sla_due: job.sla_due.toISOString(),
    delivered_at: job.delivered_at?.toISOString() ?? null,
    cost_centre: job.cost_centre,
    price: { amount_cents: priced.amount_cents, currency: 'ZAR', vat_inclusive: false },
    tracking_url: trackingUrl(job, publicUrl),
    certificate_url: null,
    reference: job.reference,
    metadata: job.metadata,
    return_job_id: job.return_job_id,
    return_of: job.return_of,
  };
}

/** What the retrieval of a single job adds. */
export const toDetail = (job: Job, publicUrl: string): z.infer<typeof jobDetail> => ({
  ...toResource(job, publicUrl),
  custody_events: 0,
  legs: legsOf(job),
  parcel_items: job.parcel_items,
  requirements: job.requirements,
});
