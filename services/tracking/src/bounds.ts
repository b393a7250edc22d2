import type { Config } from './config.ts';
import type { Bounds } from './domain/telemetry/batch.ts';

const dayMs = 24 * 3_600_000;

/** Between which times readings are taken, and when they count as late. */
export const boundsOf = (now: Date, config: Config): Bounds => ({
  now,
  watermarkMs: config.SVC_TELEMETRY_WATERMARK_SECONDS * 1_000,
  retentionMs: config.SVC_TELEMETRY_RETENTION_DAYS * dayMs,
});

/** Cheaper to compare than its name. */
export const dayNumber = (at: Date): number => Math.floor(at.getTime() / dayMs);
/** The UTC day in whose partition a moment lies. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
export const daysLater = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs);
