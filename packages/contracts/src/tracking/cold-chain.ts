/**
 * The temperatures of one job, for the tenant that booked it.
 *
 * Terms
 * - **trace**: the readings between collection and hand-over, by time, device and number.
 * - **sealed trace**: snapshot of the trace for its certificate: late readings amend the trace,
 *   not the snapshot.
 * - **chart**: a trace downsampled for drawing; peaks are preserved.
 * - **page link**: a tracking link that also shows the chart.
 */
import { z } from 'zod';
import { timestamp } from '../primitives.ts';

export const rangeC = z.tuple([z.number(), z.number()]);

/** Summary of a job's trace; independent of the order in which readings arrived. */
export const coldChain = z.object({
  range_c: rangeC,
  /** Collection and hand-over. */
  from: timestamp,
  to: timestamp,
  min_c: z.number().nullable(),
  max_c: z.number().nullable(),
  mkt_c: z.number().nullable(),
  /** Share of the time covered by readings, 0 to 1. */
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

export const tracedReading = z.object({
  device_id: z.string(),
  seq: z.int(),
  at: timestamp,
  temperature_c: z.number(),
  calibrated_until: z.iso.date().nullable(),
});
export type TracedReading = z.infer<typeof tracedReading>;

const { min_c, max_c, mkt_c, coverage, gaps, excursions, sensors, result } = coldChain.shape;

/** The last reading; of several probes that of the longest current excursion. */
export const latestReading = z.object({
  device_id: z.string(),
  at: timestamp,
  temperature_c: z.number(),
  /** Null while it is in range. */
  out_of_range_since: timestamp.nullable(),
});
export type LatestReading = z.infer<typeof latestReading>;

export const pageOfReadings = {
  readings: z.array(tracedReading),
  has_more: z.boolean(),
  next: z.string().nullable(),
};

/** The summary covers the whole trace, `readings` the page. */
export const temperatureTrace = z.object({
  object: z.literal('temperature_trace'),
  job_id: z.string(),
  ref: z.string(),
  /** Null for a job that needs no range: nothing is in or out of it then. */
  range_c: rangeC.nullable(),
  /** From collection to hand-over, or until now; null before collection. */
  from: timestamp.nullable(),
  to: timestamp.nullable(),
  /** Null without readings; traces of older versions lack it. */
  latest: latestReading.nullable().default(null),
  min_c,
  max_c,
  mkt_c,
  coverage,
  gaps,
  excursions,
  sensors,
  /** Null until there are readings to evaluate. */
  result: result.nullable(),
  /** The job's tracking page with the chart: a signed link, valid for seven days. */
  page_url: z.url(),
  ...pageOfReadings,
});
export type TemperatureTrace = z.infer<typeof temperatureTrace>;

export const temperatureChart = z.object({
  range_c: rangeC.nullable(),
  from: timestamp,
  to: timestamp,
  latest: latestReading.nullable(),
  gaps,
  excursions,
  series: z.array(
    z.object({
      device_id: z.string(),
      /** Milliseconds since 1970, °C; a line ends at a gap of the probe. */
      lines: z.array(z.array(z.tuple([z.number(), z.number()]))),
    }),
  ),
});
export type TemperatureChart = z.infer<typeof temperatureChart>;
