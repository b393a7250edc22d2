/**
 * Operations: what the carrier's control desk and its couriers do with jobs.
 *
 * Terms
 * - **milestone**: something that happened to a job on the road, told by a courier or the desk.
 * - **courier**: a driver's device; moves only the jobs of its driver.
 * - **proof**: what a hand-over leaves behind: recipient, code, id check, signature, photo.
 * - **incident**: something that went wrong, whether or not the job's state changes.
 */
import { z } from 'zod';
import {
  barcode,
  instant,
  opaqueId,
  position,
  requiredText,
  text,
  timestamp,
} from './primitives.ts';

/** Upper case before it is compared. */
export const seal = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9-]{3,31}$/);

export const idChecks = [
  'over_14_confirmed',
  'over_18_confirmed',
  'id_document_matched',
  'staff_badge',
  'not_required',
  'refused',
] as const;

/** Carried by every milestone. `courier_id` is set by the gateway when a courier asks, never by a body. */
const told = {
  id: opaqueId,
  courier_id: opaqueId.optional(),
  at: instant.optional(),
  position: position.optional(),
  note: text(500).default(''),
};
const milestoneOf = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ ...told, type: z.literal(type), ...shape });

export const milestoneRequest = z.discriminatedUnion('type', [
  milestoneOf('depart', {}),
  milestoneOf('arriving', { eta_minutes: z.int().min(0).max(1_440) }),
  /** Dispatch only; may name the seal that was put on instead of the broken one. */
  milestoneOf('resume', { seal: seal.optional() }),
  milestoneOf('pickup_failed', { reason: requiredText(500) }),
  milestoneOf('delivery_failed', { reason: requiredText(500) }),
  milestoneOf('collect', {
    seal,
    parcels_scanned: z.int().min(0).max(99),
    /** What was scanned piece by piece, to be compared with a manifest. */
    barcodes: z.array(barcode).max(1_000).optional(),
    box_temperature_c: z.number().min(-90).max(90).multipleOf(0.1),
  }),
  milestoneOf('scan', { location: requiredText(120), seal }),
  milestoneOf('deliver', {
    recipient: requiredText(120),
    handover_code: z.string().max(12).optional(),
    id_check: z.enum(idChecks).default('not_required'),
    seal,
    signature_file_id: opaqueId.optional(),
    photo_file_id: opaqueId.optional(),
  }),
]);
export type MilestoneRequest = z.output<typeof milestoneRequest>;

export const incidentFields = {
  job_id: opaqueId,
  category: z.enum(['accident', 'theft', 'spill', 'temperature', 'documents', 'delay', 'other']),
  severity: z.enum(['low', 'medium', 'high', 'critical']),
  description: requiredText(2_000),
};
export const incident = z.object({
  object: z.literal('incident'),
  id: z.string(),
  ...incidentFields,
  job_id: z.string(),
  occurred_at: timestamp,
});

/** One entry for the chain of custody, as the service that owns the job tells it. */
export const custodyFact = z.object({
  at: timestamp,
  type: z.enum([
    'booked',
    'assigned',
    'collected',
    'scanned',
    'seal_broken',
    'temperature_excursion',
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

/** What a hand-over left behind; the recipient's name never enters the chain. */
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
});
export type AssignmentFact = z.infer<typeof assignmentFact>;
