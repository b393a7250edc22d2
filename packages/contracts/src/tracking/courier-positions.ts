/**
 * Positions of couriers' phones: a phone reports where it is while its driver has an open job, so
 * that a vehicle without a tracker has a position, too. No event, chain of custody or log has them.
 */
import { z } from 'zod';
import { command } from '../define.ts';
import { explained, objectType } from '../description.ts';
import { courierFields, deviceRefusals } from '../jobs/signed-action.ts';
import { instant, opaqueId } from '../primitives.ts';
import { readingSpeedMaxKmh, telemetryBatch } from './telemetry.ts';

/** At most one report a minute holds the positions of an hour. */
const positionsMax = 120;
/** A less accurate position shows no street, m. */
export const accuracyMaxM = 200;

/** Bounds are those of a reading, and judged for each position by itself. */
const devicePosition = z.object({
  at: instant.describe(
    "When the phone was there, RFC 3339; at most 60 s ahead of the server's clock. Identifies the position: sending it again is a duplicate.",
  ),
  position: z
    .object({
      lat: z.number().meta({ description: 'Latitude in degrees.', minimum: -90, maximum: 90 }),
      lng: z.number().meta({ description: 'Longitude in degrees.', minimum: -180, maximum: 180 }),
    })
    .describe('Position of the phone, WGS 84.'),
  accuracy_m: z
    .number()
    .min(0)
    .optional()
    .describe(`Radius of the error in metres; beyond ${accuracyMaxM} the position is rejected.`),
  speed_kmh: z
    .number()
    .optional()
    .meta({
      description: 'Speed in km/h; absent if unknown.',
      ...{ minimum: 0, maximum: readingSpeedMaxKmh },
    }),
});
export type DevicePositionReport = z.output<typeof devicePosition>;

const rejectionCodes = [
  'out_of_range',
  'in_future',
  'too_old',
  'inaccurate',
  'sequence_conflict',
] as const;

export const positionReport = z
  .object({
    object: objectType('position_report'),
    accepted: telemetryBatch.shape.accepted.describe('Number of new positions, which are stored.'),
    duplicates: telemetryBatch.shape.duplicates.describe(
      'Number of positions that were already stored; they have no effect.',
    ),
    rejected: z
      .array(
        z.object({
          index: z.int().min(0).describe('Index of the position in the report, from 0.'),
          code: explained(z.enum(rejectionCodes), 'Why the position was rejected.', {
            out_of_range: 'latitude, longitude or speed is out of bounds.',
            in_future: "more than 60 s ahead of the server's clock.",
            too_old: 'more than two hours old.',
            inaccurate: `the error may be more than ${accuracyMaxM} m.`,
            sequence_conflict: 'another position of this phone has the same `at`.',
          }),
        }),
      )
      .describe('Rejected positions; all others are stored.'),
  })
  .describe('Result of a report: accepted, duplicate and rejected positions.');

export const courierPositionActions = {
  /** Positions of the courier's phone, stored for the vehicle of the driver's open job. */
  reportPositions: command({
    input: z.object({
      positions: z
        .array(devicePosition)
        .min(1)
        .max(positionsMax)
        .describe(`Up to ${positionsMax} positions, in any order.`),
      ...courierFields,
      courier_id: opaqueId,
    }),
    output: positionReport,
    refusals: ['no_open_job', ...deviceRefusals],
    example: {
      positions: [
        {
          at: '2026-11-02T08:00:00Z',
          position: { lat: -26.2041, lng: 28.0473 },
          accuracy_m: 12,
          speed_kmh: 38.5,
        },
      ],
      courier_id: 'drv_01J',
    },
  }),
};
