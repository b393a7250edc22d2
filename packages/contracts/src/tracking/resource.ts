import { z } from 'zod';
import { certificate, certificateJws, jwks as keySet } from '../custody/resource.ts';
import { explained, jobId, jobRef, objectType, trackingUrl, vehicleId } from '../description.ts';
import { handOverProof, trackingEvent } from '../jobs/resource.ts';
import { status } from '../jobs/status.ts';
import { celsius, position, requiredLine, temperatureClass, timestamp } from '../primitives.ts';
import { assetId } from './assets.ts';
import { rangeC, temperatureChart, tracedReading } from './cold-chain.ts';
import { addedAt, lastKnownPosition } from './fleet.ts';
import { telematicsFormat } from './telematics.ts';
import { deviceId } from './telemetry.ts';

export const telemetryProvider = z
  .object({
    object: objectType('telemetry_provider'),
    id: z.string().describe('Id of the provider; rotate its secret by this id.'),
    name: requiredLine(120).describe('Display name, up to 120 characters.'),
    client_id: z.string().meta({
      description: 'Id of the client, `cli_…`, or, with a format, of the API key, `key_…`.',
      pattern: '^(cli|key)_',
    }),
    format: telematicsFormat
      .nullable()
      .default(null)
      .describe(
        `Format that it forwards; null for signed batches. ${telematicsFormat.description}`,
      ),
    created_at: addedAt,
    device_count: z.int().min(0).describe('Number of devices that have sent readings.'),
    last_reading_at: timestamp
      .nullable()
      .describe('Time of the latest reading, UTC; null until one is received.'),
  })
  .describe('A system that sends readings of vehicles and probes, signed or in its own format.');
export type TelemetryProvider = z.infer<typeof telemetryProvider>;

export const device = z
  .object({
    object: objectType('device'),
    id: z.string().describe('Id of the device within the platform.'),
    device_id: deviceId,
    vehicle_id: vehicleId,
    temperature_class: temperatureClass
      .nullable()
      .default(null)
      .describe(
        `Temperature class of the parcels next to the probe, to which its readings apply. null: they apply to all parcels in the vehicle, while these have one range and no device there has a class. ${temperatureClass.description}`,
      ),
    asset_id: assetId
      .nullable()
      .default(null)
      .describe(
        'Asset that the probe is in: its readings apply to the parcels in it alone; null for none.',
      ),
    created_at: addedAt,
    last_reading_at: timestamp
      .nullable()
      .describe('Time of the latest reading in this vehicle, UTC; null until one is received.'),
    temperature_c: celsius
      .nullable()
      .describe('Latest temperature in this vehicle, °C; null until one is measured.'),
    calibrated_until: z.iso
      .date()
      .nullable()
      .describe(
        "Last day of the probe's calibration, as sent with that temperature, else as registered; null if neither is known.",
      ),
  })
  .describe('A tracker or probe installed in a vehicle.');
export type Device = z.infer<typeof device>;

/**
 * SLA status: a job under way is `on_time`, `at_risk` (expected to be late) or `overdue`; a
 * delivered job has `met` or `missed` its due time.
 */
export const slaStatuses = ['on_time', 'at_risk', 'overdue', 'met', 'missed'] as const;
export type SlaStatus = (typeof slaStatuses)[number];
const slaStatus = explained(
  z.enum(slaStatuses),
  'Status against the due time; null if it no longer applies: cancelled, or returned.',
  {
    on_time: 'expected before the due time.',
    at_risk: 'expected after the due time.',
    overdue: 'past the due time, and not delivered.',
    met: 'delivered by the due time.',
    missed: 'delivered late.',
  },
);

/** A probe that is currently out of range, whether or not it already counts as an excursion. */
export const outOfRange = z
  .object({
    temperature_c: celsius.describe("The probe's last reading in °C."),
    at: timestamp.describe('Time of that reading, UTC.'),
    since: timestamp.describe('First reading of the current out-of-range period, UTC.'),
  })
  .describe(
    'A probe that is currently out of range, whether or not it already counts as an excursion.',
  );
export type OutOfRange = z.infer<typeof outOfRange>;

export const exceptionReasons = ['pickup_failed', 'delivery_failed', 'seal_broken'] as const;
export const nextSteps = ['new_collection', 'seal_check', 'return_to_sender', 'none'] as const;
/** Reason of an interruption and the carrier's next step, as codes and as sentences. */
export const jobException = z
  .object({
    reason: explained(z.enum(exceptionReasons), 'Reason for the interruption.', {
      pickup_failed: 'the parcels could not be collected.',
      delivery_failed: 'the hand-over failed; the parcels are returned.',
      seal_broken: 'the seal differs from the expected one.',
    }),
    reason_detail: z.string().describe('Human-readable reason.'),
    at: timestamp.describe('When the job was interrupted, UTC.'),
    next_step: explained(z.enum(nextSteps), 'Next step of the carrier.', {
      new_collection: 'the driver attempts the collection again.',
      seal_check: 'the control desk investigates the seal.',
      return_to_sender: 'the parcels are returned to the sender.',
      none: 'none, or not decided yet.',
    }),
    next_step_detail: z.string().describe('Human-readable next step.'),
  })
  .describe("Why a job is interrupted, and the carrier's next step.");
export type JobException = z.infer<typeof jobException>;

/** A contact. */
export const party = z
  .object({
    name: z.string().describe('Display name of the contact.'),
    phone: z.string().nullable().describe('Telephone number; null if unknown.'),
    email: z.string().nullable().describe('E-mail address; null if unknown.'),
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
        'Estimated minutes to the drop-off while under way; before that, minutes to `sla_due` or the driving time, whichever is longer; 0 after delivery.',
      ),
    eta_basis: explained(
      z.enum(['position', 'schedule']),
      'Basis of `eta_minutes`, which determines whether it counts down.',
      {
        position: 'a vehicle position at most five minutes old.',
        schedule:
          "the last estimate, unchanged: based on an older position, the courier's announcement or the scheduled times.",
      },
    ),
    position_at: timestamp
      .nullable()
      .describe("When the vehicle's position was last known, UTC; null until one is known."),
    sla_due: timestamp.describe('Due time of the delivery, UTC.'),
    sla_status: slaStatus.nullable(),
    minutes_late: z
      .int()
      .min(0)
      .describe('Minutes after the due time, rounded up: so far, or at the hand-over.'),
    out_of_range: outOfRange
      .nullable()
      .describe('Probe that is currently out of the temperature range; null if none is.'),
    exception: jobException.nullable().describe('Interruption of the job; null if there is none.'),
    returned_at: timestamp
      .nullable()
      .describe('When the parcels were returned to the sender, UTC; null otherwise.'),
    carrier: party.describe('Contact for questions about the job.'),
    driver: z
      .object({
        first_name: z.string().describe('First name. The last name is never disclosed.'),
        photo_url: z
          .url()
          .nullable()
          .describe('Photo, by a short-lived link; null if none is set.'),
      })
      .nullable()
      .describe('Driver of the job; null until assigned.'),
    vehicle: z
      .object({
        registration: z.string().describe('Number plate, e.g. `CA 123-456`.'),
        last_position: lastKnownPosition,
      })
      .nullable()
      .describe('Vehicle of the job; null until assigned.'),
    events: z.array(trackingEvent).describe('Timeline of the job, oldest first.'),
  })
  .describe('Status, arrival, driver and vehicle of a job, for its followers.');

export type TrackedEta = Pick<
  z.infer<typeof trackingRecord>,
  'eta_minutes' | 'eta_basis' | 'position_at'
>;

/**
 * Input of the public tracking page. Contains no name but the driver's first name; `tenant_id` and
 * `job_id` are for looking up the sender's contact and the certificates, and are not shown on the
 * page.
 */
export const publicTracking = trackingRecord.extend({
  tenant_id: z.string(),
  job_id: z.string(),
  sender_name: z.string(),
  created_at: timestamp,
  service: z.string(),
  /** Null for a job without a temperature range. */
  range_c: rangeC.nullable(),
  pickup: z.object({ name: z.string(), position }),
  dropoff: z.object({ name: z.string(), position }),
  delivered_at: timestamp.nullable(),
  /** Absent in responses of older versions. */
  requirements: handOverProof.optional(),
  /** Requires the key of a page link; null otherwise. */
  temperature: temperatureChart.nullable(),
  /** Increases with every change; a page reloads only if it differs. */
  version: z.string(),
});

export const readingsBundle = z
  .object({
    format: z
      .literal('svc.cold_chain.bundle.v1')
      .describe('Always `svc.cold_chain.bundle.v1`, the format.'),
    job: z.object({ id: jobId, ref: jobRef }).describe('Job of the readings, by id and reference.'),
    certificate,
    certificate_jws: certificateJws,
    jwks: keySet,
    readings: z.array(tracedReading).describe('The sealed readings, by time, device and number.'),
  })
  .describe(
    'Sealed readings, their certificate and the keys in one file, for offline verification.',
  );
