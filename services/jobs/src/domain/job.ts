/** A job as it is stored. Its members have the names of the public resource. */
import {
  type AssignmentFact,
  type BookingSite,
  type JobProfile,
  type Priced,
  type Requirements,
  requiredRange,
  type Status,
  type TemperatureClass,
  type TransferSide,
} from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { LegRecord } from './leg.ts';

/** One change of hands on the way, as far as it is reported. */
export interface TransferRecord {
  from: AssignmentFact;
  /** Null while only the courier who gives has reported it: he has the parcels until another takes them. */
  to: AssignmentFact | null;
  /** Time of the `take`, RFC 3339; absent until then, and in records of earlier versions. */
  at?: string;
  reported: readonly TransferSide[];
}

/** The change that made the job's current version. */
export interface LastChange {
  /** Type of the command. */
  command: string;
  /** ISO 8601, UTC. */
  at: string;
  /** A role and a pseudonymous id, or the name that the desk sent. */
  by: string;
  /** The assignment that this one replaced; null for the first. */
  replaced?: AssignmentFact | null;
}

export interface JobRecord {
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
  /** As it was at the booking; null for the range of the temperature class. */
  temperature_profile: JobProfile | null;
  requirements: Requirements;
  parcel_items: ParcelItem[];
  cost_centre: string;
  reference: string;
  metadata: Record<string, string>;
  /** Bearer token of the public tracking page. */
  tracking_token: string;
  created_at: Date;
  /** Start of the SLA: the booking, unless the parcels are ready later. */
  starts_at: Date;
  sla_due: Date;
  assignment: AssignmentFact | null;
  /** Changes of hands with parcels on board; the latest last. */
  transfers: readonly TransferRecord[];
  /** Over hubs; null for one leg, from pickup to drop-off. */
  legs: readonly LegRecord[] | null;
  /** Encrypted; generated at the first assignment. The recipient gives it to the courier. */
  handover_code: string | null;
  /** The same for the collection, where the job asks for it. */
  pickup_code: string | null;
  /** Wrong codes since the last lock. */
  code_attempts: number;
  code_locked_until: Date | null;
  /** Announced ETA at the pickup or drop-off, in minutes, and the time of the announcement. */
  announced_eta_minutes: number | null;
  announced_eta_at: Date | null;
  collected_at: Date | null;
  /** Departure from the pickup; null if it was not reported. */
  departed_at: Date | null;
  delivered_at: Date | null;
  /** Time of the latest milestone: lower bound of the next one. */
  milestone_at: Date;
  /** The state that an exception interrupted. */
  interrupted_status: Status | null;
  cancellation: Cancellation | null;
  return_job_id: string | null;
  return_of: string | null;
  /** Idempotency identity of a booking by another service. */
  booking_identity: string | null;
  /** Number of events in the chain of custody. */
  custody_events: number;
  /** Grows with every command that changes the job. */
  version: number;
  /** Null until the first change, and for jobs that last changed before there were versions. */
  last_change: LastChange | null;
}

interface ParcelItem {
  id: string;
  barcode: string | null;
  /**
   * SSCC on the label, for senders with a GS1 company prefix; absent for the carrier's own code.
   */
  sscc?: string;
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

/** A timeline entry. Its note is public: the tracking page shows it. */
export interface MilestoneRecord {
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
    | 'transferred'
    | 'temperature_excursion'
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

export const milestone = (
  at: Date,
  type: MilestoneRecord['type'],
  { note, seal = null }: { note: string; seal?: string | null },
): MilestoneRecord => ({ at, type, note, seal });

/** The rest of a job in its first state. */
export const newJob = {
  assignment: null,
  transfers: [],
  legs: null,
  handover_code: null,
  pickup_code: null,
  code_attempts: 0,
  code_locked_until: null,
  announced_eta_minutes: null,
  announced_eta_at: null,
  collected_at: null,
  departed_at: null,
  delivered_at: null,
  interrupted_status: null,
  cancellation: null,
  return_job_id: null,
  return_of: null,
  booking_identity: null,
  custody_events: 0,
  version: 1,
  last_change: null,
} as const;

/**
 * Fields that a return inherits from the job that could not be handed over. Every other field
 * starts at its default: a field of a job stands here, in `newJob`, or where bookings and returns
 * set it.
 */
export const inheritedOf = (job: JobRecord) => ({
  tenant_id: job.tenant_id,
  tenant_name: job.tenant_name,
  seal: job.seal,
  parcel_items: job.parcel_items,
  temperature_profile: job.temperature_profile,
  cost_centre: job.cost_centre,
  reference: job.reference,
  metadata: job.metadata,
  assignment: job.assignment,
});

/** What its parcels must be kept in, from collection to hand-over. */
export const rangeOf = ({ priced, temperature_profile }: JobRecord) =>
  requiredRange({ temperature_class: priced.temperature_class, temperature_profile });

/** Refuses an absent job; queries find no job of another tenant, so that both look the same. */
export function requireJob<J extends JobRecord>(job: J | undefined): J {
  if (!job) throw new Refusal('job_not_found', 'No job with this id or reference.');
  return job;
}

/** A courier may act only on jobs of its driver; any other job is reported as not found. */
export function requireOwn(job: JobRecord, courierId: string | undefined): void {
  if (courierId !== undefined && job.assignment?.driver_id !== courierId) requireJob(undefined);
}

/** From `assigned` on a job has a driver; throws otherwise. */
export function requireAssignment({ assignment, ref }: JobRecord): AssignmentFact {
  if (!assignment) throw new Error(`job ${ref} has no driver`);
  return assignment;
}
