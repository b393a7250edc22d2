import type { Config } from '../../config.ts';
import type { ReadingTimeLimits } from '../../domain/telemetry/batch-readings.ts';

const dayMs = 24 * 3_600_000;

/** Retention and watermark from the settings, in ms, relative to `now`. */
export const readingTimeLimits = (now: Date, config: Config): ReadingTimeLimits => ({
  now,
  watermarkMs: config.SVC_TELEMETRY_WATERMARK_SECONDS * 1_000,
  retentionMs: config.SVC_TELEMETRY_RETENTION_DAYS * dayMs,
});
