/** Internals of job events: for other services, in addition to the public data. */
import { z } from 'zod';
import { bookingSite } from '../accounts/resource.ts';
import { priced } from '../pricing/resource.ts';
import { position, requirements, timestamp } from '../primitives.ts';
import { jobProfile } from '../temperature-profiles.ts';
import { idChecks } from './requests.ts';
import { status } from './status.ts';

/** One entry for the chain of custody, emitted by the service that owns the job. */
export const custodyFact = z.object({
  at: timestamp,
  type: z.enum([
    'booked',
    'assigned',
    'collected',
    'bound',
    'scanned',
    'transferred',
    'seal_broken',
    'temperature_excursion',
    'decided',
    'departed',
    'delivered',
    'delivery_failed',
    'returned',
    'cancelled',
  ]),
  /** A role and a pseudonymous id, e.g. `driver:drv_…`; never a name. */
  by: z.string(),
  note: z.string().nullable(),
  seal: z.string().nullable(),
  position: position.nullable(),
  details: z.record(z.string(), z.union([z.string(), z.int(), z.boolean()])).nullable(),
});
export type CustodyFact = z.infer<typeof custodyFact>;

/** Schedules, reactions and workers have actors with a colon (`on:…`); clients never do. */
const byRole = (role: string, actor: string): string =>
  actor.includes(':') ? 'system' : `${role}:${actor}`;
/** `by` of a tenant's request. */
export const byClient = (actor: string): string => byRole('client', actor);
/** `by` of a carrier's request: the driver for a courier's device, else the desk. */
export const byCarrier = (actor: string, courierId: string | undefined): string =>
  courierId === undefined ? byRole('desk', actor) : `driver:${courierId}`;

/** Proof of a hand-over; the recipient's name never enters the chain. */
export const proofFact = z.object({
  recipient: z.string(),
  otp_verified: z.boolean(),
  id_check: z.enum(idChecks),
  signature_file_id: z.string().nullable(),
  photo_file_id: z.string().nullable(),
});

export const assignmentFact = z.object({
  driver_id: z.string(),
  driver_first_name: z.string(),
  vehicle_id: z.string(),
  registration: z.string(),
  /** Site of a hub; absent for a vehicle that drives. */
  hub_site_id: z.string().optional(),
});
export type AssignmentFact = z.infer<typeof assignmentFact>;

/** Snapshot of a job for other services; never sent to subscribers. */
export const jobSnapshot = z.object({
  status,
  ref: z.string(),
  pickup: bookingSite,
  dropoff: bookingSite,
  priced,
  cost_centre: z.string(),
  parcels: z.int(),
  created_at: timestamp,
  sla_due: timestamp,
  delivered_at: timestamp.nullable(),
  requirements,
  tracking_token: z.string(),
  return_of: z.string().nullable(),
  /** The identity under which another service booked it. Events of older versions lack both. */
  booking_identity: z.string().nullable().default(null),
  /** Start of the SLA minutes. */
  starts_at: timestamp.optional(),
  assignment: assignmentFact.nullable(),
  /** Absent for none. */
  temperature_profile: jobProfile.optional(),
});
export type JobSnapshot = z.infer<typeof jobSnapshot>;

/**
 * `custody` is the entry that this event appends to the chain, if any; `occurred` is the time and
 * place of the milestone as reported by the courier, even if it adds nothing to the chain.
 */
export const jobInternals = z.object({
  job: jobSnapshot,
  custody: custodyFact.nullable(),
  occurred: z.object({ at: timestamp, position: position.nullable() }).optional(),
});
export const deliveryInternals = jobInternals.extend({ proof: proofFact });
