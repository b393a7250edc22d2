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
 * - **excursion**: out of range for five minutes or more, or as the job's profile has it.
 * - **seal of the cold chain**: summary of a finished trace, the input of its certificate.
 */
import { z } from 'zod';
import { explained, objectType } from '../description.ts';
import { instant, lineText, position } from '../primitives.ts';

export const registration = lineText(20)
  .trim()
  .toUpperCase()
  .min(2)
  .describe('Number plate, 2 to 20 characters, upper-cased, e.g. `CA 123-456`.');
/** The provider's own id of a tracker or probe. */
export const deviceIdForm = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/;
export const deviceId = z
  .string()
  .regex(deviceIdForm)
  .describe("The provider's own id of the tracker or probe, up to 64 characters.");

/** Includes the values of a sensor that measures nothing: they are stored and marked as suspect. */
export const celsiusBounds = { min: -130, max: 130 } as const;
/** Faster than any road vehicle; a position that implies more is not a valid fix. */
export const readingSpeedMaxKmh = 300;

const celsius = z.number().min(celsiusBounds.min).max(celsiusBounds.max);

/** One reading; it holds a position, a temperature, or both. */
export const reading = z
  .object({
    device_id: deviceId,
    seq: z
      .int()
      .min(0)
      .describe(
        'Sequence number of the reading within its device. Resending a reading under its number is a duplicate; a different reading under the same number is a conflict.',
      ),
    at: instant.describe(
      "When it was measured, RFC 3339; at most 60 s ahead of the server's clock.",
    ),
    vehicle: registration
      .nullish()
      .describe(
        "Number plate, compared with that of the device's vehicle; null or absent to skip the comparison.",
      ),
    position: position
      .nullish()
      .describe('Position of the vehicle, WGS 84; null or absent without a fix.'),
    speed_kmh: z
      .number()
      .min(0)
      .max(readingSpeedMaxKmh)
      .nullish()
      .describe('Speed in km/h, 0 to 300; null or absent if unknown.'),
    temperature_c: celsius
      .nullish()
      .describe('Temperature in °C, -130 to 130; null or absent for a tracker without a probe.'),
    calibrated_until: z.iso
      .date()
      .nullish()
      .describe("Last day of the probe's calibration; null or absent if unknown."),
  })
  .refine(({ position: place, temperature_c }) => (place ?? temperature_c ?? null) !== null, {
    error: 'a position, a temperature, or both',
  });
export type TelemetryReading = z.output<typeof reading>;

export const readingsMax = 500;
/** The body that a provider signs. */
export const telemetryRequest = z.object({
  readings: z
    .array(reading)
    .min(1)
    .max(readingsMax)
    .describe('Up to 500 readings, in any order; each has a position, a temperature, or both.'),
});
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

/** Why one reading of a batch was rejected; the others are stored. */
export const rejectionCodes = [
  'invalid_reading',
  'out_of_range',
  'in_future',
  'too_old',
  'unknown_device',
  'unknown_vehicle',
  'vehicle_mismatch',
  'sequence_conflict',
] as const;
const rejectionCode = explained(z.enum(rejectionCodes), 'Why the reading was rejected.', {
  invalid_reading: 'a member is missing, or does not have the documented form.',
  out_of_range:
    'temperature beyond -130 to 130 °C, latitude -90 to 90, longitude -180 to 180, or speed 0 to 300 km/h.',
  in_future: "more than 60 s ahead of the server's clock.",
  too_old: 'older than the retention of readings.',
  unknown_device: 'no device with this id is registered with the carrier.',
  unknown_vehicle: 'the carrier has no vehicle with this registration.',
  vehicle_mismatch: 'the device is registered in another vehicle of the carrier.',
  sequence_conflict:
    'a different reading with this `seq` is already stored: a counter was reset, or two senders share a device id.',
});

const ignoredMember = z.object({
  index: z.int().min(0).describe('Index of the reading in the batch, from 0.'),
  member: z.string().describe('Name of the member; nested members as `outer.inner`.'),
});
export type IgnoredMember = z.output<typeof ignoredMember>;

export const telemetryBatch = z
  .object({
    object: objectType('telemetry_batch'),
    id: z.string().describe('Id of the batch. Quote it to support.'),
    accepted: z.int().min(0).describe('Number of new readings, which are stored.'),
    duplicates: z
      .int()
      .min(0)
      .describe('Number of readings that were already stored; they have no effect.'),
    rejected: z
      .array(
        z.object({
          index: z.int().min(0).describe('Index of the reading in the batch, from 0.'),
          code: rejectionCode,
        }),
      )
      .describe('Rejected readings; all others are stored.'),
    ignored: z
      .array(ignoredMember)
      .optional()
      .describe(
        'Undocumented members that were dropped, at most 50; absent if there are none. Their readings are stored.',
      ),
  })
  .describe('Result of a batch: accepted, duplicate and rejected readings.');
