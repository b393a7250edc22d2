/**
 * Fleet telemetry: what vehicles tell of themselves, and the temperatures of the parcels in them.
 *
 * Terms
 * - **provider**: a fleet-tracking system of the carrier; signs its batches with a secret of its own.
 * - **device**: a tracker or probe of a provider, in one vehicle; known by the provider's own id.
 * - **reading**: what a device told at one moment; known by (provider, device, `seq`).
 * - **batch**: up to 500 readings in one signed request.
 * - **watermark**: what is older than this is decided; a reading that comes later amends the trace,
 *   not the events.
 * - **trace**: the temperatures of a job, from collection to its end, in the order of their times.
 * - **excursion**: out of range for five minutes or more.
 * - **seal of the cold chain**: what a finished trace shows, from which its certificate is made.
 */
import { z } from 'zod';
import { accounts } from './accounts.ts';
import { command, event, query } from './define.ts';
import { empty, instant, opaqueId, position, requiredText, text, timestamp } from './primitives.ts';

export const registration = text(20).trim().toUpperCase().min(2);
/** The provider's own id of a tracker or probe. */
export const deviceIdForm = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/;
export const deviceId = z.string().regex(deviceIdForm);

const celsius = z.number().min(-100).max(100);

/** One reading; it holds a position, a temperature, or both. */
export const reading = z
  .object({
    device_id: deviceId,
    /** Counts the readings of the device; the same number again is a duplicate. */
    seq: z.int().min(0),
    at: instant,
    /** Registration; checked against the vehicle that the device is registered in. */
    vehicle: registration.nullish(),
    position: position.nullish(),
    speed_kmh: z.number().min(0).max(300).nullish(),
    temperature_c: celsius.nullish(),
    /** The last day on which the probe is in calibration. */
    calibrated_until: z.iso.date().nullish(),
  })
  .refine(({ position: place, temperature_c }) => (place ?? temperature_c ?? null) !== null, {
    error: 'a position, a temperature, or both',
  });
export type TelemetryReading = z.output<typeof reading>;

export const readingsMax = 500;
/** The body that a provider signs. */
export const telemetryRequest = z.object({ readings: z.array(reading).min(1).max(readingsMax) });

/** Why one reading of a batch was left out; the others are kept. */
export const rejectionCodes = [
  /** A member is missing, or not of the form that is documented. */
  'invalid_reading',
  /** Temperature −100 to 100 °C, latitude −90 to 90, longitude −180 to 180, speed 0 to 300 km/h. */
  'out_of_range',
  /** More than 60 s ahead of our clock. */
  'in_future',
  /** Older than readings are kept. */
  'too_old',
  /** No device with this id is registered with the carrier. */
  'unknown_device',
  /** The carrier has no vehicle with this registration. */
  'unknown_vehicle',
  /** The device is registered in another vehicle of the carrier. */
  'vehicle_mismatch',
] as const;

export const telemetryBatch = z.object({
  object: z.literal('telemetry_batch'),
  id: z.string(),
  /** Committed, and new. */
  accepted: z.int().min(0),
  duplicates: z.int().min(0),
  rejected: z.array(z.object({ index: z.int().min(0), code: z.enum(rejectionCodes) })),
});

export const telemetryProvider = z.object({
  object: z.literal('telemetry_provider'),
  id: z.string(),
  name: requiredText(120),
  client_id: z.string(),
  created_at: timestamp,
});
export type TelemetryProvider = z.infer<typeof telemetryProvider>;

export const device = z.object({
  object: z.literal('device'),
  id: z.string(),
  device_id: deviceId,
  vehicle_id: z.string(),
  created_at: timestamp,
});
export type Device = z.infer<typeof device>;

const page = {
  limit: z.int().min(1).max(100).default(20),
  starting_after: opaqueId.optional(),
};
const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ object: z.literal('list'), data: z.array(item), has_more: z.boolean() });

export const rangeC = z.tuple([z.number(), z.number()]);

/** What the trace of a job shows; the same for the same readings, in whatever order they came. */
export const coldChain = z.object({
  range_c: rangeC,
  /** Collection and hand-over. */
  from: timestamp,
  to: timestamp,
  min_c: z.number().nullable(),
  max_c: z.number().nullable(),
  mkt_c: z.number().nullable(),
  /** Share of the time that was watched, 0 to 1. */
  coverage: z.number(),
  gaps: z.array(z.object({ from: timestamp, to: timestamp })),
  excursions: z.array(
    z.object({
      device_id: z.string(),
      from: timestamp,
      to: timestamp,
      minutes: z.int(),
      min_c: z.number(),
      max_c: z.number(),
    }),
  ),
  sensors: z.array(z.object({ device_id: z.string(), calibrated_until: z.iso.date().nullable() })),
  readings_digest: z.string(),
  result: z.enum(['in_range', 'excursion', 'insufficient_data', 'uncalibrated']),
});
export type ColdChain = z.infer<typeof coldChain>;

const providerIssues = { 'id.invalid_format': 'provider_not_found' } as const;

export const telemetryActions = {
  /**
   * Takes a batch as it came: the signature is checked over its bytes before they are read. What is
   * accepted is committed. `client_id` says which provider asks.
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
  /** With a client for `telemetry:write` and a signing secret; both secrets are shown this once. */
  createTelemetryProvider: command({
    input: z.object({ name: telemetryProvider.shape.name }),
    output: telemetryProvider.extend({
      client_secret: accounts.actions.createClient.output.shape.client_secret,
      secret: z.string(),
    }),
    refusals: [],
    secret: true,
  }),
  listTelemetryProviders: query({
    input: z.object(page),
    output: pageOf(telemetryProvider),
    refusals: [],
  }),
  /** The old secret stays valid for 24 hours. */
  rotateTelemetrySecret: command({
    input: z.object({ id: opaqueId }),
    output: z.object({ secret: z.string(), old_secret_expires_at: timestamp }),
    refusals: ['provider_not_found'],
    issues: providerIssues,
    secret: true,
  }),
  /** A device that is registered already moves to this vehicle. */
  createDevice: command({
    input: z.object({ device_id: deviceId, vehicle_id: opaqueId }),
    output: device,
    refusals: ['unknown_vehicle'],
    issues: { 'vehicle_id.invalid_format': 'unknown_vehicle' },
  }),
  listDevices: query({ input: z.object(page), output: pageOf(device), refusals: [] }),
};

const subject = { job_id: z.string(), ref: z.string() };

export const telemetryEvents = {
  'temperature.reading': event(
    z.object({ ...subject, device_id: z.string(), at: timestamp, temperature_c: z.number() }),
    empty,
  ),
  /** Told once per excursion and probe, when it has lasted as long as the rules give it. */
  'temperature.excursion': event(
    z.object({
      ...subject,
      range_c: rangeC,
      max_c: z.number(),
      minutes_out_of_range: z.int(),
      action: z.literal('hold_and_call'),
      min_c: z.number(),
      device_id: z.string(),
      started_at: timestamp,
    }),
    /** The reading by which it was decided. */
    z.object({ at: timestamp, position: position.nullable() }),
  ),
  'eta.changed': event(
    z.object({
      ...subject,
      previous_eta_minutes: z.int().min(0),
      eta_minutes: z.int().min(0),
    }),
    empty,
  ),
  /** For jobs: the vehicle is within 300 m of where the job goes next. Once per stage. */
  'geofence.entered': event(
    z.object({
      ...subject,
      stage: z.enum(['pickup', 'dropoff']),
      at: timestamp,
      eta_minutes: z.int().min(0),
    }),
    empty,
  ),
  /** For custody: delivered, and what is older than the watermark is decided. Once per job. */
  'cold_chain.sealed': event(
    z.object(subject),
    z.object({ from: timestamp, to: timestamp, cold_chain: coldChain }),
  ),
};
