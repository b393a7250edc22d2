/**
 * Fleet telemetry: positions of vehicles and temperatures of the parcels in them.
 *
 * Terms
 * - **provider**: a fleet-tracking system of the carrier; signs its batches with a secret of its own.
 * - **device**: a tracker or probe of a provider, in one vehicle; known by the provider's own id.
 * - **reading**: what a device measured at one moment; known by (provider, device, `seq`).
 * - **batch**: up to 500 readings in one signed request.
 * - **watermark**: readings older than this are evaluated; a later arrival amends the trace, not the
 *   events.
 * - **trace**: the temperatures of a job, from collection to its end, in the order of their times.
 * - **excursion**: out of range for five minutes or more.
 * - **seal of the cold chain**: summary of a finished trace, the input of its certificate.
 */
import { z } from 'zod';
import { instant, position, text } from '../primitives.ts';

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
export const exampleTelemetry: z.input<typeof telemetryRequest> = {
  readings: [
    {
      device_id: 'TR-0042',
      seq: 7,
      at: '2026-11-02T08:12:00Z',
      vehicle: 'CA 123-456',
      position: { lat: -26.2041, lng: 28.0473 },
      speed_kmh: 38.5,
      temperature_c: 4.1,
      calibrated_until: '2027-06-30',
    },
  ],
};

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
