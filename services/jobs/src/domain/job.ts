/**
 * A job as the service decides on it and stores it.
 *
 * Members bear the names of the public resource, so that nothing has to be learnt twice.
 */
import type { BookingSite, Priced, Requirements, Status, TemperatureClass } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';

export interface Job {
  tenant_id: string;
  tenant_name: string;
  id: string;
  ref: string;
  status: Status;
  /** SKU, priority, km, parcels and price, as quoted or made on the spot. */
  priced: Priced;
  pickup: BookingSite;
  dropoff: BookingSite;
  seal: string | null;
  requirements: Requirements;
  parcel_items: ParcelItem[];
  cost_centre: string;
  reference: string;
  metadata: Record<string, string>;
  /** Names the public tracking page; whoever has it may look. */
  tracking_token: string;
  created_at: Date;
  sla_due: Date;
  collected_at: Date | null;
  delivered_at: Date | null;
  cancellation: Cancellation | null;
  return_job_id: string | null;
  return_of: string | null;
}

interface ParcelItem {
  id: string;
  barcode: string | null;
  seal: string | null;
  temperature_class: TemperatureClass | null;
  un_number: string;
}

export interface Cancellation {
  reason: string;
  fee_cents: number;
  currency: 'ZAR';
  rule: string;
}

/** A line of the timeline. Notes are read by everybody who may track the job. */
export interface Milestone {
  at: Date;
  type: 'booked' | 'updated' | 'cancelled';
  note: string;
  seal: string | null;
}

/** What a decision makes of a job, and what its timeline says about that. */
export interface Decision {
  job: Job;
  milestones: Milestone[];
}

/** What is not there cannot be asked for; another tenant's job is not there either. */
export function existing(job: Job | undefined): Job {
  if (!job) throw new Refusal('job_not_found', 'No job with this id or reference.');
  return job;
}
