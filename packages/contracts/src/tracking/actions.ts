import { z } from 'zod';
import { clientCredentials } from '../accounts/credentials.ts';
import { command, query } from '../define.ts';
import { deskTracking } from '../jobs/desk.ts';
import { trackedJob } from '../jobs/resource.ts';
import { byId, opaqueId, page, pageOf, temperatureClass, timestamp } from '../primitives.ts';
import { assetActions } from './asset-actions.ts';
import {
  deskTemperatures,
  deskTemperatureTrace,
  pageOfReadings,
  suspectDecision,
  temperatureChart,
  temperatureTrace,
} from './cold-chain.ts';
import { consumableActions } from './consumables.ts';
import { courierPositionActions } from './courier-positions.ts';
import { fleetActions } from './fleet-actions.ts';
import { loggerFileActions } from './logger-files.ts';
import {
  device,
  publicTracking,
  readingsBundle,
  telemetryProvider,
  trackingRecord,
} from './resource.ts';
import { suspectActions } from './suspects.ts';
import { telematicsActions, telematicsFormat } from './telematics.ts';
import { deviceId, telemetryBatch } from './telemetry.ts';

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
    'Secret for signing batches. Returned only once. Use the whole string as the HMAC key. Empty for a provider with a format.',
  );
const forwardingKey = z
  .string()
  .nullable()
  .describe('API key for forwarding, `svc_live_…`. Returned only once; null without a format.');
const oldSecretEnd = timestamp.describe('When the previous secret or key expires, UTC.');
const jobIssues = { 'id.invalid_format': 'job_not_found' } as const;
const providerIssues = { 'id.invalid_format': 'provider_not_found' } as const;

export const trackingActions = {
  ...suspectActions,
  ...fleetActions,
  ...assetActions,
  ...consumableActions,
  ...loggerFileActions,
  ...telematicsActions,
  ...courierPositionActions,

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
  /**
   * With a client for `telemetry:write` and a signing secret, or, with a format, an API key in their
   * place; all are returned only once.
   */
  createTelemetryProvider: command({
    input: z.object({
      name: telemetryProvider.shape.name,
      format: telematicsFormat
        .nullish()
        .describe(
          `Format that its system forwards; null or absent for signed batches. ${telematicsFormat.description}`,
        ),
    }),
    output: telemetryProvider.extend({
      client_secret: clientCredentials.shape.client_secret.describe(
        'Client secret. Returned only once. Empty for a provider with a format.',
      ),
      secret: signingSecret,
      api_key: forwardingKey,
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
  /** The previous secret, or the previous key, stays valid for 24 hours. */
  rotateTelemetrySecret: command({
    input: byId,
    output: z.object({
      secret: signingSecret,
      api_key: forwardingKey,
      old_secret_expires_at: oldSecretEnd,
    }),
    refusals: ['provider_not_found', 'api_key_not_found', 'rotation_in_progress'],
    issues: providerIssues,
    secret: true,
  }),
  /** A device that is already registered moves to this vehicle, and is changed. */
  createDevice: command({
    input: z.object({
      device_id: deviceId,
      vehicle_id: opaqueId.describe('Vehicle that the device is installed in: `veh_…`.'),
      temperature_class: temperatureClass
        .nullish()
        .describe(
          `Temperature class of the parcels next to the probe; null for none. If omitted, the class is unchanged (initially none). ${temperatureClass.description}`,
        ),
      asset_id: opaqueId
        .nullish()
        .describe(
          'Asset that the probe is in from now on: `ast_…`; null for none. If omitted, it stays where it is.',
        ),
      calibrated_until: z.iso
        .date()
        .nullish()
        .describe(
          "Last day of the probe's calibration, `YYYY-MM-DD`, of temperatures that are sent without one from now on; null for none. If omitted, it is unchanged (initially none).",
        ),
    }),
    output: device,
    refusals: ['unknown_vehicle', 'unknown_asset', 'binding_overlaps'],
    issues: { 'vehicle_id.invalid_format': 'unknown_vehicle' },
    example: { device_id: 'TR-0042', vehicle_id: 'veh_01J' },
  }),
  listDevices: query({
    input: z.object({
      provider_id: opaqueId
        .optional()
        .describe('Only those that this provider has sent readings of.'),
      ...page,
    }),
    output: pageOf(device),
    refusals: [],
  }),

  /** For jobs, which shows it to the control desk: for any tenant's job, in its current state. */
  deskTracking: query({
    input: z.object({ job: trackedJob.omit({ events: true }) }),
    output: deskTracking,
    refusals: [],
  }),
};
