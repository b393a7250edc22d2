/** Events of a job and their internals. Sources: API document (Event types), decisions (Data of the other events). */
import { z } from 'zod';
import { bookingSite } from '../accounts/resource.ts';
import { publicEvent } from '../define.ts';
import { priced } from '../pricing/resource.ts';
import {
  cents,
  currency,
  exampleSubject,
  position,
  requirements,
  timestamp,
} from '../primitives.ts';
import { idChecks } from './requests.ts';
import { status } from './status.ts';

/** One entry for the chain of custody, as emitted by the service that owns the job. */
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
});
export type AssignmentFact = z.infer<typeof assignmentFact>;

/** What other services may know of a job; never sent to subscribers. */
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
  /** From when the SLA's minutes count. */
  starts_at: timestamp.optional(),
  assignment: assignmentFact.nullable(),
});
export type JobSnapshot = z.infer<typeof jobSnapshot>;

/**
 * `custody` is the entry that this event appends to the chain, if any; `occurred` is the time and place
 * of the milestone as the courier reported them, also of one that adds nothing to the chain.
 */
const internals = z.object({
  job: jobSnapshot,
  custody: custodyFact.nullable(),
  occurred: z.object({ at: timestamp, position: position.nullable() }).optional(),
});
const deliveryInternals = internals.extend({ proof: proofFact });

const about = <T extends z.ZodRawShape>(shape: T) =>
  z.object({ job_id: z.string(), ref: z.string(), ...shape });

const driver = z.object({ first_name: z.string() });
const vehicle = z.object({ registration: z.string() });
const onTheWay = about({ eta_minutes: z.int().min(0), driver, vehicle });
const crew = { driver: { first_name: 'Thabo' }, vehicle: { registration: 'CA 123-456' } };

export const jobsEvents = {
  'job.created': publicEvent({
    description: 'A job was booked, through any channel.',
    data: about({ sku: z.string(), sla_due: timestamp }),
    internals,
    example: { ...exampleSubject, sku: 'LAB-STD', sla_due: '2026-11-02T12:00:00.000Z' },
  }),
  'job.assigned': publicEvent({
    description: 'A driver and a vehicle were assigned, or others instead of them.',
    data: about({ driver, vehicle, eta_pickup_minutes: z.int().min(0) }),
    internals,
    example: { ...exampleSubject, ...crew, eta_pickup_minutes: 18 },
  }),
  'job.updated': publicEvent({
    description: 'Fields of a job changed; each is listed with its value before and after.',
    data: about({
      changed: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
    }),
    internals,
    example: { ...exampleSubject, changed: [{ field: 'cost_centre', from: 'CC-1', to: 'CC-2' }] },
  }),
  'job.cancelled': publicEvent({
    description: 'A job was cancelled before its parcels were collected.',
    data: about({ reason: z.string(), fee_cents: cents, currency, rule: z.string() }),
    internals,
    example: {
      ...exampleSubject,
      reason: 'No longer needed',
      fee_cents: 0,
      currency: 'ZAR',
      rule: 'Cancelled before assignment: no fee.',
    },
  }),
  'driver.en_route': publicEvent({
    description: 'The driver is on the way to the pickup site.',
    data: onTheWay,
    internals,
    example: { ...exampleSubject, ...crew, eta_minutes: 18 },
  }),
  'pickup.arriving': publicEvent({
    description:
      'The vehicle is within 300 m of the pickup site, or its driver said so. Once a job.',
    data: onTheWay,
    internals,
    example: { ...exampleSubject, ...crew, eta_minutes: 2 },
  }),
  'pickup.completed': publicEvent({
    description: 'The parcels were collected and sealed.',
    data: about({ parcels_scanned: z.int(), seal: z.string(), box_temperature_c: z.number() }),
    /** Absent where the courier scanned no pieces. */
    internals: internals.extend({ barcodes: z.array(z.string()).optional() }),
    example: { ...exampleSubject, parcels_scanned: 2, seal: 'SL-20418', box_temperature_c: 4.1 },
  }),
  'pickup.failed': publicEvent({
    description: 'The parcels could not be collected; the job waits for the control desk.',
    data: about({ reason: z.string() }),
    internals,
    example: { ...exampleSubject, reason: 'Site closed' },
  }),
  'custody.scanned': publicEvent({
    description: 'The parcels were scanned at a hand-off, and their seal compared.',
    data: about({ location: z.string(), seal_match: z.boolean(), by: z.string() }),
    internals,
    example: {
      ...exampleSubject,
      location: 'Midrand hub',
      seal_match: true,
      by: 'driver:drv_01KAK7QW3ZC5V8M2N4P6R8T0XB',
    },
  }),
  'seal.broken': publicEvent({
    description: 'The seal that was found is not the one that was expected.',
    data: about({
      expected_seal: z.string(),
      observed_seal: z.string(),
      location: z.string(),
      by: z.string(),
    }),
    internals,
    example: {
      ...exampleSubject,
      expected_seal: 'SL-20418',
      observed_seal: 'SL-20419',
      location: 'Central Laboratory',
      by: 'driver:drv_01KAK7QW3ZC5V8M2N4P6R8T0XB',
    },
  }),
  'delivery.arriving': publicEvent({
    description:
      'The vehicle is within 300 m of the drop-off site, or its driver said so. Once a job.',
    data: onTheWay,
    internals,
    example: { ...exampleSubject, ...crew, eta_minutes: 2 },
  }),
  'delivery.completed': publicEvent({
    description: 'The parcels were handed over.',
    data: about({ recipient: z.string(), otp_verified: z.boolean(), delivered_at: timestamp }),
    internals: deliveryInternals,
    example: {
      ...exampleSubject,
      recipient: 'Reception desk',
      otp_verified: true,
      delivered_at: '2026-11-02T10:42:00.000Z',
    },
  }),
  'delivery.failed': publicEvent({
    description: 'The hand-over failed; a return job brings the parcels back.',
    data: about({ reason: z.string(), return_job_id: z.string() }),
    internals,
    example: {
      ...exampleSubject,
      reason: 'Refused',
      return_job_id: 'job_01KAK8V3N5C7X9B1D3F5H7K9MN',
    },
  }),
  'return.created': publicEvent({
    description: 'A return job was created, with the sites swapped and without a fee.',
    data: about({ return_job_id: z.string(), reason: z.string() }),
    internals,
    example: {
      ...exampleSubject,
      return_job_id: 'job_01KAK8V3N5C7X9B1D3F5H7K9MN',
      reason: 'Refused',
    },
  }),
  'return.completed': publicEvent({
    description: 'The return job delivered the parcels back to their sender.',
    data: about({ return_job_id: z.string(), delivered_at: timestamp }),
    internals,
    example: {
      ...exampleSubject,
      return_job_id: 'job_01KAK8V3N5C7X9B1D3F5H7K9MN',
      delivered_at: '2026-11-02T13:05:00.000Z',
    },
  }),
  'incident.reported': publicEvent({
    description: 'Something out of the ordinary was reported about a job.',
    data: about({
      incident_id: z.string(),
      category: z.string(),
      severity: z.string(),
      occurred_at: timestamp,
    }),
    internals,
    example: {
      ...exampleSubject,
      incident_id: 'inc_01KAK7QW3ZC5V8M2N4P6R8T0XC',
      category: 'manifest_mismatch',
      severity: 'minor',
      occurred_at: '2026-11-02T09:20:00.000Z',
    },
  }),
};
