import { z } from 'zod';
import { deviceEnrolment } from '../accounts/courier-devices.ts';
import { clientCredentials } from '../accounts/credentials.ts';
import { command, query } from '../define.ts';
import { deskTracking } from '../jobs/desk.ts';
import { assignmentFact } from '../jobs/internals.ts';
import { trackedJob } from '../jobs/resource.ts';
import {
  byId,
  opaqueId,
  page,
  pageOf,
  requiredLine,
  temperatureClass,
  timestamp,
} from '../primitives.ts';
import {
  deskTemperatures,
  deskTemperatureTrace,
  pageOfReadings,
  suspectDecision,
  temperatureChart,
  temperatureTrace,
} from './cold-chain.ts';
import {
  device,
  documentPaper,
  driver,
  publicTracking,
  readingsBundle,
  telemetryProvider,
  trackingRecord,
  vehicle,
  vehiclePosition,
} from './resource.ts';
import { suspectActions } from './suspects.ts';
import { deviceId, registration, telemetryBatch } from './telemetry.ts';

const readingsPage = {
  /** Readings; the largest page fits a bus message. */
  limit: z.int().min(1).max(1_000).default(1_000).describe('Maximum number of readings on a page.'),
  starting_after: z
    .string()
    .regex(/^\d{1,15}\.\d{1,16}\.[A-Za-z0-9_.:-]{1,64}$/)
    .optional()
    .describe('Cursor: `next` of the previous page.'),
};
const signingSecret = z
  .string()
  .describe(
    'Secret for signing batches. Returned only once. Use the whole string as the HMAC key.',
  );
const oldSecretEnd = timestamp.describe('When the previous secret expires, UTC.');
const jobIssues = { 'id.invalid_format': 'job_not_found' } as const;
const providerIssues = { 'id.invalid_format': 'provider_not_found' } as const;

export const trackingActions = {
  ...suspectActions,

  /** The tracking record; status and timeline come from jobs. */
  track: query({
    input: z.object({ ref: opaqueId }),
    output: trackingRecord,
    refusals: ['tracking_not_found'],
    issues: { 'ref.invalid_format': 'tracking_not_found' },
  }),
  /** By the token of a tracking link. */
  trackByToken: query({
    input: z.object({
      token: z.string().regex(/^[\w-]{10,64}$/),
      /** Key of a page link, which adds the temperatures. An invalid key is ignored. */
      temperature_key: z.string().max(200).optional(),
    }),
    output: publicTracking,
    refusals: ['tracking_not_found'],
    issues: { 'token.invalid_format': 'tracking_not_found' },
  }),

  // Temperatures of a job.
  /** The trace of a job, one page at a time. */
  temperature: query({
    input: z.object({ id: opaqueId, ...readingsPage }),
    output: temperatureTrace,
    refusals: ['job_not_found'],
    issues: jobIssues,
  }),
  temperatureChart: query({
    input: byId,
    output: temperatureChart.nullable(),
    refusals: ['job_not_found'],
    issues: jobIssues,
  }),
  /** For a job of any tenant, for the carrier's desk; null before the collection. */
  temperatureForDesk: query({
    input: byId,
    output: deskTemperatures.nullable(),
    refusals: ['job_not_found'],
    issues: jobIssues,
  }),
  /** The trace of any tenant's job, one page at a time, for programs of the carrier. */
  temperatureTraceForDesk: query({
    input: z.object({ id: opaqueId, ...readingsPage }),
    output: deskTemperatureTrace,
    refusals: ['job_not_found'],
    issues: jobIssues,
  }),
  /** The sealed readings with the certificate that signed them, one page at a time. */
  temperatureBundle: query({
    input: z.object({ id: opaqueId, ...readingsPage }),
    output: readingsBundle.extend(pageOfReadings),
    refusals: ['job_not_found', 'certificate_pending'],
    issues: jobIssues,
  }),
  /** For the certificate page: the digest authorises access. Null without a certificate. */
  sealedChart: query({
    input: z.object({
      job_id: opaqueId,
      readings_digest: z.string().max(100),
      /** Digest of the certificate: the readings may be those of the previous one. */
      decision: suspectDecision.nullable().default(null),
    }),
    output: temperatureChart.nullable(),
    refusals: [],
  }),

  /**
   * Ingests a batch: the signature is verified over its bytes before they are parsed. Accepted
   * readings are committed. `client_id` identifies the provider.
   */
  ingest: command({
    input: z.object({
      client_id: z.string().max(200),
      /** The headers `svc-timestamp` and `svc-signature`; empty when absent. */
      timestamp: z.string().max(100),
      signature: z.string().max(500),
      /** The body's bytes in base64. */
      body: z.string().max(400_000),
    }),
    output: telemetryBatch,
    refusals: ['invalid_signature', 'timestamp_out_of_tolerance', 'invalid_json'],
  }),

  // Operations.
  /** With a client for `telemetry:write` and a signing secret; both are returned only once. */
  createTelemetryProvider: command({
    input: z.object({ name: telemetryProvider.shape.name }),
    output: telemetryProvider.extend({
      client_secret: clientCredentials.shape.client_secret,
      secret: signingSecret,
    }),
    refusals: [],
    secret: true,
    example: { name: 'Trackers' },
  }),
  listTelemetryProviders: query({
    input: z.object(page),
    output: pageOf(telemetryProvider),
    refusals: [],
  }),
  /** The previous secret stays valid for 24 hours. */
  rotateTelemetrySecret: command({
    input: byId,
    output: z.object({ secret: signingSecret, old_secret_expires_at: oldSecretEnd }),
    refusals: ['provider_not_found'],
    issues: providerIssues,
    secret: true,
  }),
  /** A device that is already registered moves to this vehicle. */
  createDevice: command({
    input: z.object({
      device_id: deviceId,
      vehicle_id: opaqueId.describe('Vehicle that the device is installed in: `veh_…`.'),
      temperature_class: temperatureClass
        .nullish()
        .describe(
          `Temperature class of the parcels next to the probe; null for none. If omitted, the class is unchanged (initially none). ${temperatureClass.description}`,
        ),
    }),
    output: device,
    refusals: ['unknown_vehicle'],
    issues: { 'vehicle_id.invalid_format': 'unknown_vehicle' },
    example: { device_id: 'TR-0042', vehicle_id: 'veh_01J' },
  }),
  listDevices: query({ input: z.object(page), output: pageOf(device), refusals: [] }),

  // Operations. Drivers and vehicles are the carrier's, not a tenant's.
  createDriver: command({
    input: z.object({
      first_name: driver.shape.first_name,
      last_name: driver.shape.last_name,
      documents: driver.shape.documents.default([]),
    }),
    output: driver,
    refusals: [],
    example: {
      first_name: 'Naledi',
      last_name: 'Example',
      documents: [{ document: 'driving_licence', expires_on: '2027-01-31' }],
    },
  }),
  listDrivers: query({ input: z.object(page), output: pageOf(driver), refusals: [] }),
  /** A client with `ops:courier`, bound to this driver; another call replaces the client. */
  createDriverClient: command({
    input: byId,
    output: clientCredentials,
    refusals: ['driver_not_found'],
    issues: { 'id.invalid_format': 'driver_not_found' },
    secret: true,
  }),
  /** For one device of this driver, which registers with its own key. */
  createDeviceEnrolment: command({
    input: byId,
    output: deviceEnrolment,
    refusals: ['driver_not_found'],
    issues: { 'id.invalid_format': 'driver_not_found' },
    secret: true,
  }),
  /** The bytes are in file storage under `storage_key`. */
  putDriverPhoto: command({
    input: z.object({
      id: opaqueId,
      storage_key: requiredLine(200),
      media_type: z.enum(['image/png', 'image/jpeg']),
    }),
    output: driver,
    refusals: ['driver_not_found', 'invalid_file'],
    issues: { 'id.invalid_format': 'driver_not_found' },
  }),
  /** Replaces the expiry of its kind, or adds a new kind. */
  putDriverDocument: command({
    input: byId.extend(documentPaper.shape),
    output: driver,
    refusals: ['driver_not_found', 'invalid_body'],
    issues: { 'id.invalid_format': 'driver_not_found' },
    example: { id: 'drv_01J', document: 'driving_licence', expires_on: '2031-01-31' },
  }),
  putVehicleDocument: command({
    input: byId.extend(documentPaper.shape),
    output: vehicle,
    refusals: ['vehicle_not_found', 'invalid_body'],
    issues: { 'id.invalid_format': 'vehicle_not_found' },
    example: { id: 'veh_01J', document: 'roadworthy', expires_on: '2028-01-31' },
  }),
  createVehicle: command({
    input: z.object({ registration, documents: vehicle.shape.documents.default([]) }),
    output: vehicle,
    refusals: ['registration_taken'],
    example: {
      registration: 'CA 123-456',
      documents: [{ document: 'roadworthy', expires_on: '2027-01-31' }],
    },
  }),
  listVehicles: query({ input: z.object(page), output: pageOf(vehicle), refusals: [] }),
  /** For the map of the desk: all vehicles of the carrier, ordered by id. */
  listVehiclePositions: query({
    input: z.object({
      /** The largest page is half the size of a bus message. */
      limit: z.int().min(1).max(2_500).default(2_500),
      starting_after: page.starting_after,
    }),
    output: pageOf(vehiclePosition),
    refusals: [],
  }),

  /** For jobs, which shows it to the control desk: for any tenant's job, in its current state. */
  deskTracking: query({
    input: z.object({ job: trackedJob.omit({ events: true }) }),
    output: deskTracking,
    refusals: [],
  }),
  /** For jobs: driver and vehicle of an assignment. */
  assignmentDetails: query({
    input: z.object({ driver_id: opaqueId, vehicle_id: opaqueId }),
    output: assignmentFact,
    refusals: ['unknown_driver', 'unknown_vehicle'],
  }),
  /** For the gateway: the file behind a signed link to a driver's photo. */
  photoByLink: query({
    input: z.object({ link: z.string().max(500) }),
    output: z.object({ storage_key: z.string(), media_type: z.string() }),
    refusals: ['file_not_found'],
  }),
};
