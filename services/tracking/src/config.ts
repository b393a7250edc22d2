import { type Party, temperatureClasses } from '@svc/contracts';
import { carrierOf, carrierSettings, serviceSecret } from '@svc/kit/config';
import { filesUrl } from '@svc/kit/storage';
import { z } from 'zod';

/** `2-8C:5,frozen:10`; a class that is not named keeps five minutes. */
const minutesByClass = z
  .string()
  .default('')
  .transform((list) => list.split(',').filter((part) => part.trim() !== ''))
  .transform((parts) =>
    Object.fromEntries(parts.map((part) => part.split(':').map((word) => word.trim()))),
  )
  .pipe(z.partialRecord(z.enum(temperatureClasses), z.coerce.number().min(1).max(1_440)));

export const config = z.object({
  ...carrierSettings,
  SVC_ENVIRONMENT: z.enum(['live', 'sandbox']).default('live'),
  /** Where links to photos are served. */
  SVC_PUBLIC_URL: z.url().default('http://127.0.0.1:8080'),
  /** The key of those links is derived from it. */
  SVC_SECRET: serviceSecret,
  SVC_FILES_URL: filesUrl,
  /** What a vehicle makes on average, stops included; predicted arrivals rest on it. */
  SVC_AVERAGE_SPEED_KMH: z.coerce.number().min(5).max(150).default(40),
  /** Days for which readings are kept. */
  SVC_TELEMETRY_RETENTION_DAYS: z.coerce.number().int().min(2).max(3_650).default(90),
  /** How old readings are when they are evaluated; later ones amend the trace alone. */
  SVC_TELEMETRY_WATERMARK_SECONDS: z.coerce.number().int().min(1).max(3_600).default(120),
  /** How long batches gather before their readings are put where positions are read. */
  SVC_TELEMETRY_GATHER_MS: z.coerce.number().int().min(10).max(10_000).default(750),
  /** How often it is looked for something to decide. */
  SVC_TELEMETRY_POLL_MS: z.coerce.number().int().min(10).max(60_000).default(2_000),
  /** Minutes out of range that make an excursion, by temperature class. */
  SVC_EXCURSION_MINUTES: minutesByClass,
});
export type Config = z.output<typeof config>;

/** The carrier as shown to clients, from `SVC_CARRIER_*`. */
export const carrier = (settings: Config): Party => carrierOf(settings);
