/** The events of a job's life. Sources: API document (Event types), decisions (Data of the other events). */
import { z } from 'zod';
import { event } from './define.ts';
import { status } from './job-status.ts';
import { assignmentFact, custodyFact, proofFact } from './operations.ts';
import { priced } from './pricing.ts';
import { cents, currency, position, requirements, timestamp } from './primitives.ts';
import { bookingSite } from './tenant.ts';

/** What other services may know of a job; never sent to subscribers. */
export const jobFacts = z.object({
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
  booked_as: z.string().nullable().default(null),
  /** From when the SLA's minutes count. */
  starts_at: timestamp.optional(),
  assignment: assignmentFact.nullable(),
});
export type JobFacts = z.infer<typeof jobFacts>;

/**
 * `custody` is what this event adds to the chain, if anything; `told` is when a milestone was and
 * where, as far as that was said, whether or not the chain hears of it.
 */
const facts = z.object({
  job: jobFacts,
  custody: custodyFact.nullable(),
  told: z.object({ at: timestamp, position: position.nullable() }).optional(),
});
const deliveryFacts = facts.extend({ proof: proofFact });

const subject = { job_id: z.string(), ref: z.string() };
const jobEvent = <T extends z.ZodRawShape>(shape: T) =>
  event(z.object({ ...subject, ...shape }), facts);

const driver = z.object({ first_name: z.string() });
const vehicle = z.object({ registration: z.string() });
const onTheWay = { eta_minutes: z.int().min(0), driver, vehicle };

export const jobEvents = {
  'job.created': jobEvent({ sku: z.string(), sla_due: timestamp }),
  'job.assigned': jobEvent({ driver, vehicle, eta_pickup_minutes: z.int().min(0) }),
  'job.updated': jobEvent({
    changed: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
  }),
  'job.cancelled': jobEvent({ reason: z.string(), fee_cents: cents, currency, rule: z.string() }),
  'driver.en_route': jobEvent(onTheWay),
  'pickup.arriving': jobEvent(onTheWay),
  'pickup.completed': event(
    z.object({
      ...subject,
      parcels_scanned: z.int(),
      seal: z.string(),
      box_temperature_c: z.number(),
    }),
    /** Absent where the courier scanned no pieces. */
    facts.extend({ barcodes: z.array(z.string()).optional() }),
  ),
  'pickup.failed': jobEvent({ reason: z.string() }),
  'custody.scanned': jobEvent({ location: z.string(), seal_match: z.boolean(), by: z.string() }),
  'seal.broken': jobEvent({
    expected_seal: z.string(),
    observed_seal: z.string(),
    location: z.string(),
    by: z.string(),
  }),
  'delivery.arriving': jobEvent(onTheWay),
  'delivery.completed': event(
    z.object({
      ...subject,
      recipient: z.string(),
      otp_verified: z.boolean(),
      delivered_at: timestamp,
    }),
    deliveryFacts,
  ),
  'delivery.failed': jobEvent({ reason: z.string(), return_job_id: z.string() }),
  'return.created': jobEvent({ return_job_id: z.string(), reason: z.string() }),
  'return.completed': jobEvent({ return_job_id: z.string(), delivered_at: timestamp }),
  'incident.reported': jobEvent({
    incident_id: z.string(),
    category: z.string(),
    severity: z.string(),
    occurred_at: timestamp,
  }),
};
