/** The job as its tenant sees it. */
import type { deskJob, Job as JobResource, jobDetail, TemperatureClass } from '@svc/contracts';
import type { z } from 'zod';
import type { Job } from './job.ts';
import { legsOf } from './legs.ts';

/** Degrees Celsius by temperature class. */
const ranges = {
  ambient: { min: 15, max: 25 },
  '2-8C': { min: 2, max: 8 },
  frozen: { min: -25, max: -15 },
} as const satisfies Record<TemperatureClass, { min: number; max: number }>;

/** Where things are served, under the names of the settings. */
export interface Addresses {
  SVC_PUBLIC_URL: string;
  SVC_API_URL: string;
}

/** The public tracking page is found by a token that cannot be guessed, not by the reference. */
export const trackingUrl = ({ tracking_token }: Job, { SVC_PUBLIC_URL }: Addresses): string =>
  `${SVC_PUBLIC_URL}/t/${tracking_token}`;

/** The certificate of a delivered job is found by the job's id, whatever its own. */
const certificateUrl = ({ id, status }: Job, { SVC_API_URL }: Addresses): string | null =>
  status === 'delivered' ? `${SVC_API_URL}/certificates/${id}` : null;

export function toResource(job: Job, addresses: Addresses): JobResource {
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
    tracking_url: trackingUrl(job, addresses),
    certificate_url: certificateUrl(job, addresses),
    reference: job.reference,
    metadata: job.metadata,
    return_job_id: job.return_job_id,
    return_of: job.return_of,
  };
}

/** What the retrieval of a single job adds. */
export const toDetail = (job: Job, addresses: Addresses): z.infer<typeof jobDetail> => ({
  ...toResource(job, addresses),
  custody_events: job.custody_events,
  legs: legsOf(job),
  parcel_items: job.parcel_items,
  requirements: job.requirements,
});

/** The job as the control desk sees it. */
export const toDeskJob = (job: Job, addresses: Addresses): z.infer<typeof deskJob> => ({
  ...toResource(job, addresses),
  starts_at: job.starts_at.toISOString(),
  driver_id: job.assignment?.driver_id ?? null,
  vehicle_id: job.assignment?.vehicle_id ?? null,
  requirements: job.requirements,
});
