import { temperatureClasses } from '@svc/contracts';
import { sharedSettings } from '@svc/kit/settings';
import { z } from 'zod';
import type { ReadingTimeLimits } from './domain/telemetry/batch-readings.ts';

/** `2-8C:5,frozen:10`; a class that is not named keeps five minutes. */
const minutesByClass = z
  .string()
  .default('')
  .transform((list) => list.split(',').filter((part) => part.trim() !== ''))
  .transform((parts) =>
    Object.fromEntries(parts.map((part) => part.split(':').map((word) => word.trim()))),
  )
  .pipe(z.partialRecord(z.enum(temperatureClasses), z.coerce.number().min(1).max(1_440)));

const shared = sharedSettings.pick({
  SVC_CARRIER_NAME: true,
  SVC_CARRIER_PHONE: true,
  SVC_CARRIER_EMAIL: true,
  SVC_ENVIRONMENT: true,
  SVC_OPERATING_AREA: true,
  SVC_PUBLIC_URL: true,
  SVC_SECRET: true,
  SVC_FILES_URL: true,
});

/** The key of links to photos is derived from `SVC_SECRET`. */
export const config = shared.extend({
  SVC_AVERAGE_SPEED_KMH: z.coerce
    .number()
    .min(5)
    .max(150)
    .default(40)
    .describe('Average speed of a vehicle with its stops, for predicted arrivals.'),
  SVC_TELEMETRY_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(2)
    .max(3_650)
    .default(90)
    .describe('Retention of telemetry readings. The same in every replica.'),
  SVC_TELEMETRY_WATERMARK_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(120)
    .describe(
      'Age at which readings are evaluated; later ones amend the trace alone. The same in every replica.',
    ),
  SVC_TELEMETRY_POLL_MS: z.coerce
    .number()
    .int()
    .min(10)
    .max(60_000)
    .default(2_000)
    .describe('Poll interval for readings to evaluate.'),
  SVC_EXCURSION_MINUTES: minutesByClass.describe(
    'Minutes out of range that make an excursion, by temperature class, e.g. `2-8C:5,frozen:10`; 5 for a class that is not named.',
  ),
});
export type Config = z.output<typeof config>;

const dayMs = 24 * 3_600_000;

/** Retention and watermark from the settings, in ms, relative to `now`. */
export const readingTimeLimits = (now: Date, config: Config): ReadingTimeLimits => ({
  now,
  watermarkMs: config.SVC_TELEMETRY_WATERMARK_SECONDS * 1_000,
  retentionMs: config.SVC_TELEMETRY_RETENTION_DAYS * dayMs,
});
