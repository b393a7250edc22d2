/**
 * A job as the service decides on it and stores it.
 *
 * Members bear the names of the public resource, so that nothing has to be learnt twice.
 */
import type {
  AssignmentFact,
  BookingSite,
  Priced,
  Requirements,
  Status,
  TemperatureClass,
} from '@svc/contracts';
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
  /** Before collection: the seal that is expected, where the sender named it. */
  seal: string | null;
  requirements: Requirements;
  parcel_items: ParcelItem[];
  cost_centre: string;
  reference: string;
  metadata: Record<string, string>;
  /** Names the public tracking page; whoever has it may look. */
  tracking_token: string;
  created_at: Date;
  /** From when the SLA's minutes count: the booking, unless the parcels are ready later. */
  starts_at: Date;
  sla_due: Date;
  assignment: AssignmentFact | null;
  /** What the recipient tells the courier, sealed; from the first assignment on. */
  handover_code: string | null;
  /** Wrong handover codes since the last lock. */
  code_tries: number;
  code_locked_until: Date | null;
  /** Minutes to arrival as the courier said, on the way to pickup or to drop-off, and when. */
  said_eta_minutes: number | null;
  said_eta_at: Date | null;
  collected_at: Date | null;
  /** When the parcels left the pickup, where that was told. */
  departed_at: Date | null;
  delivered_at: Date | null;
  /** When the latest milestone was; the next one is not before it. */
  milestone_at: Date;
  /** The state that an exception interrupted. */
  interrupted: Status | null;
  cancellation: Cancellation | null;
  return_job_id: string | null;
  return_of: string | null;
  /** The identity under which another service booked it. */
  booked_as: string | null;
  /** How many facts were given to the chain of custody. */
  custody_events: number;
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
  type:
    | 'booked'
    | 'updated'
    | 'assigned'
    | 'en_route_pickup'
    | 'arriving_pickup'
    | 'collected'
    | 'pickup_failed'
    | 'departed'
    | 'scanned'
    | 'seal_broken'
    | 'arriving_dropoff'
    | 'delivered'
    | 'delivery_failed'
    | 'resumed'
    | 'returned'
    | 'cancelled';
  note: string;
  seal: string | null;
}

/** What is not there cannot be asked for; another tenant's job is not there either. */
export function existing(job: Job | undefined): Job {
  if (!job) throw new Refusal('job_not_found', 'No job with this id or reference.');
  return job;
}

/** A job that is on the road has a driver. */
export function assigned({ assignment, ref }: Job): AssignmentFact {
  if (!assignment) throw new Error(`job ${ref} has no driver`);
  return assignment;
}
