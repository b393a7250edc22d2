import { z } from 'zod';
import { certificate, certificateJws, jwks as keySet } from '../custody/resource.ts';
import {
  clientId,
  driverId,
  explained,
  jobId,
  jobRef,
  trackingUrl,
  vehicleId,
} from '../description.ts';
import { trackingEvent } from '../jobs/resource.ts';
import { status } from '../jobs/status.ts';
import { celsius, position, requiredLine, temperatureClass, timestamp } from '../primitives.ts';
import { rangeC, temperatureChart, tracedReading } from './cold-chain.ts';
import { deviceId, registration } from './telemetry.ts';

export const documentPaper = z
  .object({
    document: requiredLine(60).describe(
      'Kind of document, e.g. `driving_licence`; up to 60 characters.',
    ),
    expires_on: z.iso.date().describe('Last day on which it is valid, `YYYY-MM-DD`.'),
  })
  .describe('A compliance document of a driver or vehicle.');
const documents = z
  .array(documentPaper)
  .max(20)
  .describe('Compliance documents with their expiry; `compliance.expiring` warns ahead.');
const madeAt = timestamp.describe('When it was added, UTC.');
const lastPosition = position
  .nullable()
  .describe('Last known position in decimal degrees, WGS 84; null until one is known.');

export const driver = z
  .object({
    object: z.literal('driver').describe('Names the resource: a driver.'),
    id: driverId,
    first_name: requiredLine(60).describe('First name: all that customers see of a driver.'),
    last_name: requiredLine(60).describe('Last name: seen by the control desk alone.'),
    documents,
    has_photo: z.boolean().describe('Whether a photo is set, which followers of a job may see.'),
    client_id: clientId
      .nullable()
      .describe("Client of the driver's device, scope `ops:courier`; null until one is made."),
    created_at: madeAt,
  })
  .describe('Somebody who drives for the carrier, with compliance documents.');
export type Driver = z.infer<typeof driver>;

export const vehicle = z
  .object({
    object: z.literal('vehicle').describe('Names the resource: a vehicle.'),
    id: vehicleId,
    registration,
    documents,
    last_position: lastPosition,
    created_at: madeAt,
  })
  .describe('A car or van of the carrier, with compliance documents and its last position.');
export type Vehicle = z.infer<typeof vehicle>;

/** Where a vehicle is, for the map of the carrier's desk. */
export const vehiclePosition = z.object({
  id: vehicleId,
  registration,
  last_position: lastPosition,
  seen_at: timestamp.nullable().describe('When it was there, UTC; null until it was seen.'),
  temperature_c: celsius
    .nullable()
    .describe('Newest temperature of its probes, °C; null until one was read.'),
  measured_at: timestamp.nullable().describe('When that was measured, UTC; null without one.'),
});
export type VehiclePosition = z.infer<typeof vehiclePosition>;

export const telemetryProvider = z
  .object({
    object: z.literal('telemetry_provider').describe('Names the resource: a telemetry provider.'),
    id: z.string().describe('Id of the provider, for rotating its secret.'),
    name: requiredLine(120).describe('Name for people, up to 120 characters.'),
    client_id: clientId,
    created_at: madeAt,
    device_count: z.int().min(0).describe('How many devices it has sent readings of.'),
    last_reading_at: timestamp
      .nullable()
      .describe('When the newest of its readings was measured, UTC; null until one came.'),
  })
  .describe(
    'A system that sends readings of vehicles and probes, signed with a secret of its own.',
  );
export type TelemetryProvider = z.infer<typeof telemetryProvider>;

export const device = z
  .object({
    object: z.literal('device').describe('Names the resource: a device.'),
    id: z.string().describe('Id of the device within the platform.'),
    device_id: deviceId,
    vehicle_id: vehicleId,
    temperature_class: temperatureClass
      .nullable()
      .default(null)
      .describe(
        `Class of the parcels beside its probe: it counts for them alone; null: for all in its vehicle, while one range is on board and no device there has a class. ${temperatureClass.description}`,
      ),
    created_at: madeAt,
    last_reading_at: timestamp
      .nullable()
      .describe('When the newest reading in this vehicle was measured, UTC; null until one came.'),
    temperature_c: celsius
      .nullable()
      .describe('Newest temperature in this vehicle, °C; null until one was read.'),
    calibrated_until: z.iso
      .date()
      .nullable()
      .describe('Last day of its calibration, as sent with that temperature; null when none was.'),
  })
  .describe('A tracker or probe that is built into a vehicle.');
export type Device = z.infer<typeof device>;

/**
 * SLA status: a job under way is `on_time`, `at_risk` (expected to be late) or `overdue`; a
 * delivered job has `met` or `missed` its due time.
 */
export const slaStatuses = ['on_time', 'at_risk', 'overdue', 'met', 'missed'] as const;
export type SlaStatus = (typeof slaStatuses)[number];
const slaStatus = explained(
  z.enum(slaStatuses),
  'How the job stands to its due time; null when that no longer counts: cancelled, or brought back.',
  {
    on_time: 'expected before it is due.',
    at_risk: 'expected after it is due.',
    overdue: 'due, and not delivered.',
    met: 'delivered in time.',
    missed: 'delivered late.',
  },
);

/** A probe that is currently out of range, whether or not it already counts as an excursion. */
export const outOfRange = z
  .object({
    temperature_c: celsius.describe("The probe's last reading in °C."),
    at: timestamp.describe('When that was measured, UTC.'),
    since: timestamp.describe('First of its readings from which on all were out of range, UTC.'),
  })
  .describe('A probe that is out of range now, whether or not it already counts as an excursion.');
export type OutOfRange = z.infer<typeof outOfRange>;

export const exceptionReasons = ['pickup_failed', 'delivery_failed', 'seal_broken'] as const;
export const nextSteps = ['new_collection', 'seal_check', 'return_to_sender', 'none'] as const;
/** Reason of an interruption and the carrier's next step, as codes and as sentences. */
export const jobException = z
  .object({
    reason: explained(z.enum(exceptionReasons), 'What interrupted the job.', {
      pickup_failed: 'the parcels could not be collected.',
      delivery_failed: 'the hand-over failed; the parcels are brought back.',
      seal_broken: 'the seal is not the one that was expected.',
    }),
    reason_detail: z.string().describe('The reason in a sentence for people.'),
    at: timestamp.describe('When it was interrupted, UTC.'),
    next_step: explained(z.enum(nextSteps), 'What the carrier does next.', {
      new_collection: 'the driver comes again.',
      seal_check: 'the control desk looks into the seal.',
      return_to_sender: 'the parcels are brought back.',
      none: 'nothing further, or nothing that is decided yet.',
    }),
    next_step_detail: z.string().describe('The next step in a sentence for people.'),
  })
  .describe('Why a job is interrupted, and what the carrier does next.');
export type JobException = z.infer<typeof jobException>;

/** A contact. */
export const party = z
  .object({
    name: z.string().describe('Name for people.'),
    phone: z.string().nullable().describe('Telephone number; null when none is known.'),
    email: z.string().nullable().describe('E-mail address; null when none is known.'),
  })
  .describe('A contact.');
export type Party = z.infer<typeof party>;

export const trackingRecord = z
  .object({
    ref: jobRef,
    status,
    tracking_url: trackingUrl,
    eta_minutes: z
      .int()
      .min(0)
      .describe(
        'Minutes to the drop-off when moving; before that to `sla_due`, or the time of the drive if that is longer; 0 after delivery.',
      ),
    eta_basis: explained(
      z.enum(['position', 'schedule']),
      'From what `eta_minutes` follows, and so whether it counts down.',
      {
        position: 'a position of the vehicle that is at most five minutes old.',
        schedule:
          'the last estimate, as it was made: by an older position, the courier or the times of the job.',
      },
    ),
    position_at: timestamp
      .nullable()
      .describe('When the vehicle was last seen, UTC; null until it was.'),
    sla_due: timestamp.describe('Until when the job should be delivered, UTC.'),
    sla_status: slaStatus.nullable(),
    minutes_late: z
      .int()
      .min(0)
      .describe('Minutes after the due time, begun ones counted: so far, or at the hand-over.'),
    out_of_range: outOfRange
      .nullable()
      .describe('Probe that is out of the temperature range now; null when none is.'),
    exception: jobException.nullable().describe('What interrupted the job; null unless it did.'),
    returned_at: timestamp
      .nullable()
      .describe('When the parcels were back at the sender, UTC; null unless they are.'),
    carrier: party.describe('Whom to call about the job.'),
    driver: z
      .object({
        first_name: z.string().describe('First name; the last name is never told.'),
        photo_url: z
          .url()
          .nullable()
          .describe('Photo, by a link that opens for a short time; null when there is none.'),
      })
      .nullable()
      .describe('Driver of the job; null until assigned.'),
    vehicle: z
      .object({
        registration: z.string().describe('Number plate, e.g. `CA 123-456`.'),
        last_position: lastPosition,
      })
      .nullable()
      .describe('Vehicle of the job; null until assigned.'),
    events: z.array(trackingEvent).describe('What happened so far, oldest first.'),
  })
  .describe('Where a job is, when it arrives, and who brings it: for its followers.');

export type TrackedEta = Pick<
  z.infer<typeof trackingRecord>,
  'eta_minutes' | 'eta_basis' | 'position_at'
>;

/**
 * Input of the public tracking page. No names of people beyond the driver's
 * first; `tenant_id` and `job_id` are for looking up the sender's contact and the certificates, and
 * are not shown on the page.
 */
export const publicTracking = trackingRecord.extend({
  tenant_id: z.string(),
  job_id: z.string(),
  sender_name: z.string(),
  created_at: timestamp,
  service: z.string(),
  /** Null for a job that needs no range. */
  range_c: rangeC.nullable(),
  pickup: z.object({ name: z.string(), position }),
  dropoff: z.object({ name: z.string(), position }),
  delivered_at: timestamp.nullable(),
  /** With the key of a page link, else null. */
  temperature: temperatureChart.nullable(),
  /** Grows with every change; a page reloads only if it differs. */
  version: z.string(),
});

export const readingsBundle = z
  .object({
    format: z.literal('svc.cold_chain.bundle.v1').describe('Names the form of the file.'),
    job: z
      .object({ id: jobId, ref: jobRef })
      .describe('What the readings belong to, by id and reference.'),
    certificate,
    certificate_jws: certificateJws,
    jwks: keySet,
    readings: z.array(tracedReading).describe('The sealed readings, by time, device and number.'),
  })
  .describe('Sealed readings, their certificate and the keys in one file, to be verified offline.');
