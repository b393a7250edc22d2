/** Mapping of a job to the public resources. */
import {
  type courierJob,
  type deskJob,
  type Instructions,
  type Job as JobResource,
  type jobDetail,
  type LiveJob,
  type MessageState,
  shownProfile,
} from '@svc/contracts';
import type { z } from 'zod';
import { type JobRecord, rangeOf } from './job.ts';
import { toLegs } from './legs.ts';

/** Base URLs of what a job links to. */
export interface Addresses {
  /** Base URL of the public pages. */
  publicUrl: string;
  /** Base URL of the API, with its version. */
  apiUrl: string;
}

/** The public tracking page is found by a token that cannot be guessed, not by the reference. */
export const trackingUrlOf = ({ tracking_token }: JobRecord, { publicUrl }: Addresses): string =>
  `${publicUrl}/t/${tracking_token}`;

/** The certificate of a delivered job is found by the job's id, whatever its own. */
const certificateUrl = ({ id, status }: JobRecord, { apiUrl }: Addresses): string | null =>
  status === 'delivered' ? `${apiUrl}/certificates/${id}` : null;

const temperatureOf = (job: JobRecord) => ({
  temperature_range_c: rangeOf(job),
  ...shownProfile(job.temperature_profile),
});

export function toResource(job: JobRecord, addresses: Addresses): JobResource {
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
    ...temperatureOf(job),
    km: priced.km,
    created_at: job.created_at.toISOString(),
    sla_due: job.sla_due.toISOString(),
    delivered_at: job.delivered_at?.toISOString() ?? null,
    cost_centre: job.cost_centre,
    price: { amount_cents: priced.amount_cents, currency: 'ZAR', vat_inclusive: false },
    tracking_url: trackingUrlOf(job, addresses),
    certificate_url: certificateUrl(job, addresses),
    reference: job.reference,
    metadata: job.metadata,
    return_job_id: job.return_job_id,
    return_of: job.return_of,
  };
}

/** The resource of a single job, with details that lists omit. */
export const toDetail = (
  job: JobRecord,
  instructions: Instructions,
  addresses: Addresses,
): z.infer<typeof jobDetail> => ({
  ...toResource(job, addresses),
  custody_events: job.custody_events,
  legs: toLegs(job),
  parcel_items: job.parcel_items.map(({ sscc: _, ...item }) => item),
  requirements: job.requirements,
  ready_at: job.starts_at.toISOString(),
  version: job.version,
  ...instructions,
});

/** The job for a courier's device: without price, cost centre, reference and metadata. */
export const toCourierJob = (job: JobRecord): z.infer<typeof courierJob> => ({
  object: 'courier_job',
  id: job.id,
  ref: job.ref,
  status: job.status,
  pickup: { site_id: job.pickup.site_id, name: job.pickup.name },
  dropoff: { site_id: job.dropoff.site_id, name: job.dropoff.name },
  parcels: job.priced.parcels,
  seal: job.seal,
  un_number: job.priced.un_number,
  temperature_class: job.priced.temperature_class,
  ...temperatureOf(job),
  starts_at: job.starts_at.toISOString(),
  sla_due: job.sla_due.toISOString(),
  requirements: job.requirements,
  return_job_id: job.return_job_id,
});

/** The job as the control desk sees it. */
export const toDeskJob = (job: JobRecord, addresses: Addresses): z.infer<typeof deskJob> => ({
  ...toResource(job, addresses),
  version: job.version,
  starts_at: job.starts_at.toISOString(),
  driver_id: job.assignment?.driver_id ?? null,
  vehicle_id: job.assignment?.vehicle_id ?? null,
  requirements: job.requirements,
});

export const toLiveJob = (job: JobRecord, messages: MessageState | undefined): LiveJob => {
  const { priced, pickup, dropoff, assignment } = job;
  return {
    id: job.id,
    ref: job.ref,
    version: job.version,
    service: priced.service,
    tenant: { id: job.tenant_id, name: job.tenant_name },
    status: job.status,
    priority: priced.priority,
    sla_due: job.sla_due.toISOString(),
    delivered_at: job.delivered_at?.toISOString() ?? null,
    return_job_id: job.return_job_id,
    driver_id: assignment?.driver_id ?? null,
    vehicle_id: assignment?.vehicle_id ?? null,
    seal: job.seal,
    temperature_range_c: rangeOf(job),
    pickup: { name: pickup.name, position: pickup.position },
    dropoff: { name: dropoff.name, position: dropoff.position },
    ...(messages && { messages }),
  };
};
