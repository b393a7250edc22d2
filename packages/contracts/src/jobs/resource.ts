/** Representations of a job, by audience. */
import { z } from 'zod';
import { bookingSite } from '../accounts/resource.ts';
import {
  driverId,
  explained,
  jobId,
  jobRef,
  objectType,
  serviceName,
  siteId,
  skuCode,
  tenantId,
  trackingUrl,
  unNumberText,
  vehicleId,
} from '../description.ts';
import {
  celsius,
  cents,
  currency,
  priority,
  requirements,
  temperatureClass,
  timestamp,
} from '../primitives.ts';
import { dryIceKg, jobProfile } from '../temperature-profiles.ts';
import { jobVersion } from './decision.ts';
import { instructions } from './instructions.ts';
import { assignmentFact } from './internals.ts';
import { status } from './status.ts';

const legStatuses = ['planned', 'in_progress', 'completed', 'failed', 'cancelled'] as const;

export const jobSite = z.object({
  site_id: siteId,
  name: z.string().describe('Name of the site when the job was booked.'),
});
const webhookEvents = z
  .array(z.string())
  .describe('Types of the events emitted by this request, e.g. `job.created`.');
const sealOrNull = z
  .string()
  .nullable()
  .describe('Number of the tamper seal; null until the parcels are sealed or a seal is expected.');

export const job = z
  .object({
    id: jobId,
    ref: jobRef,
    object: objectType('job'),
    status,
    sku: skuCode,
    service: serviceName,
    priority,
    tenant: z
      .object({
        id: tenantId,
        name: z.string().describe('Display name of the organisation.'),
      })
      .describe('Organisation that booked the job.'),
    pickup: jobSite.describe('Where the parcels are collected.'),
    dropoff: jobSite.describe('Where the parcels are delivered.'),
    parcels: z.int().min(1).max(99).describe('Number of parcels, 1 to 99.'),
    seal: sealOrNull,
    un_number: unNumberText,
    temperature_range_c: z
      .object({
        min: celsius.describe('Lowest permitted temperature in °C.'),
        max: celsius.describe('Highest permitted temperature in °C.'),
      })
      .nullable()
      .describe(
        'Required temperature range in °C, from collection to hand-over; null if there is none.',
      ),
    temperature_profile: z
      .string()
      .nullable()
      .default(null)
      .describe('Temperature profile that sets the range; null if the temperature class does.'),
    dry_ice_kg: dryIceKg
      .nullable()
      .default(null)
      .describe('Net mass of dry ice in each parcel in kilograms; null if there is none.'),
    km: z.number().min(0).describe('Priced distance in kilometres.'),
    created_at: timestamp.describe('When the job was booked, UTC.'),
    sla_due: timestamp.describe('Due time of the delivery, UTC.'),
    delivered_at: timestamp.nullable().describe('Time of the hand-over, UTC; null until then.'),
    cost_centre: z.string().describe('Cost centre on the invoice; empty if there is none.'),
    price: z
      .object({
        amount_cents: cents.describe('Price of the job in cents, excluding VAT.'),
        currency,
        vat_inclusive: z.boolean().describe('Always `false`: the amount excludes VAT.'),
      })
      .describe('Amount billed on delivery.'),
    tracking_url: trackingUrl,
    certificate_url: z
      .url()
      .nullable()
      .describe('API URL of the certificate of custody; null until it is issued.'),
    reference: z.string().describe('Your own reference, as sent; empty if there is none.'),
    metadata: z.record(z.string(), z.string()).describe('Your own key-value pairs, as sent.'),
    return_job_id: z
      .string()
      .nullable()
      .describe('Id of the job that returns the parcels; null unless the hand-over failed.'),
    return_of: z
      .string()
      .nullable()
      .describe('Id of the job whose parcels this job returns; null for all others.'),
  })
  .describe('A courier job: parcels transported from one site to another.');
export type Job = z.infer<typeof job>;

export const bookedJob = job
  .extend({ webhook_events: webhookEvents })
  .describe('A job after a change, with the events that the change emitted.');
/** Percent of the base price, once a driver is assigned; free before that. */
export const cancellationFeePercent = 50;
export const cancelledJob = bookedJob
  .extend({
    cancellation: z
      .object({
        reason: z.string().describe('Reason, as sent.'),
        fee_cents: cents.describe('Fee in cents, excluding VAT; 0 before a driver is assigned.'),
        currency,
        rule: z.string().describe('Human-readable rule that determined the fee.'),
      })
      .describe('Fee, reason and rule of the cancellation.'),
  })
  .describe('A cancelled job, with the terms of its cancellation.');
export const leg = z
  .object({
    seq: z.int().min(1).describe('Number of the leg within the job, from 1.'),
    from_site_id: siteId,
    to_site_id: siteId,
    status: explained(z.enum(legStatuses), 'Status of the leg.', {
      planned: 'not started.',
      in_progress: 'the parcels are on this leg.',
      completed: 'the parcels arrived.',
      failed: 'the parcels did not arrive and will not.',
      cancelled: 'the leg will not be driven.',
    }),
    departed_at: timestamp.nullable().describe('When the leg was started, UTC; null until then.'),
    arrived_at: timestamp.nullable().describe('When the leg was completed, UTC; null until then.'),
  })
  .describe('One hop of a job between two sites.');
/** Leg with its driver and share of the price, which only the carrier sees. */
export const deskLeg = leg
  .extend({
    hub_id: vehicleId.nullable().describe('Hub that the leg ends at; null for the drop-off.'),
    hub: z.string().nullable().describe('Registration of the hub; null for the drop-off.'),
    due_at: timestamp.nullable().describe('When it is to be completed, UTC; null for none.'),
    driver_id: driverId.nullable().describe('Driver of the leg; null if that is open.'),
    driver_first_name: z.string().nullable().describe('First name of the driver; null for none.'),
    vehicle_id: vehicleId.nullable().describe('Vehicle of the leg; null if that is open.'),
    share_cents: cents.nullable().describe('Part of the price for its courier; null for none.'),
    parcels_scanned: z
      .int()
      .min(0)
      .max(99)
      .nullable()
      .describe('Parcels that were scanned when they came in; null if none were counted.'),
  })
  .describe('One hop of a job between two sites, as the control desk of the carrier sees it.');
export const parcelItem = z
  .object({
    id: z.string().describe('Id of the parcel within the platform.'),
    barcode: z.string().nullable().describe('Barcode of the parcel; null if none was scanned.'),
    seal: sealOrNull,
    temperature_class: temperatureClass
      .nullable()
      .describe('Temperature class of the contents: `ambient`, `2-8C` or `frozen`; null if none.'),
    un_number: unNumberText,
  })
  .describe('One parcel of a job.');
const readyAt = timestamp.describe(
  'When the parcels are ready for collection, UTC; in the past unless booked ahead.',
);
export const jobDetail = job
  .extend({
    custody_events: z
      .int()
      .min(0)
      .describe('Number of events in the chain of custody; may lag by up to two seconds.'),
    legs: z.array(leg).describe('Hops between sites, in order.'),
    parcel_items: z.array(parcelItem).describe('The individual parcels.'),
    requirements,
    ready_at: readyAt,
    version: jobVersion,
    ...instructions,
  })
  .describe('A job with its legs, parcels, required proof and instructions.');

/** As the control desk sees it. */
export const deskJob = job
  .extend({
    version: jobVersion,
    starts_at: readyAt,
    driver_id: driverId.nullable().describe('Id of the assigned driver; null until assigned.'),
    vehicle_id: vehicleId.nullable().describe('Id of the assigned vehicle; null until assigned.'),
    requirements,
  })
  .describe('A job as the control desk of the carrier sees it.');

export const movedJob = deskJob
  .extend({ webhook_events: webhookEvents })
  .describe('A job after an assignment or a milestone, as the control desk sees it.');
/** Cancelled by the carrier's desk. */
export const cancelledDeskJob = movedJob.extend({ cancellation: cancelledJob.shape.cancellation });

export const trackingEvent = z
  .object({
    at: timestamp.describe('When it happened, UTC.'),
    type: z.string().describe('Type of the event, e.g. `booked`, `collected`, `delivered`.'),
    note: z.string().describe('Human-readable description; may be empty.'),
    seal: z.string().nullable().describe('Seal that was observed or applied; null if none.'),
  })
  .describe('A timeline event of a job.');

/** What the recipient of a hand-over gives, shows, signs or lets be photographed. */
export const handOverProof = requirements.pick({
  otp: true,
  id_check: true,
  signature: true,
  photo: true,
});

/** Input of the tracking record. */
export const trackedJob = z.object({
  id: z.string(),
  tenant_id: z.string(),
  /** Of the tenant that booked it. */
  sender_name: z.string(),
  ref: z.string(),
  status,
  service: z.string(),
  temperature_class: temperatureClass.nullable(),
  /** Absent in responses of older versions. */
  temperature_profile: jobProfile.nullish(),
  tracking_url: z.url(),
  pickup: bookingSite,
  dropoff: bookingSite,
  created_at: timestamp,
  sla_due: timestamp,
  delivered_at: timestamp.nullable(),
  /** Whether a return job takes the parcels back; absent in responses of older versions. */
  is_returning: z.boolean().optional(),
  /** Proof that the hand-over asks of the recipient; absent in responses of older versions. */
  requirements: handOverProof.optional(),
  assignment: assignmentFact.nullable(),
  /** Minutes announced by the courier with `arriving`, and the time of the announcement. */
  announced_eta: z.object({ minutes: z.int(), at: timestamp }).nullable(),
  events: z.array(trackingEvent),
  last_sequence: z.int(),
});
