/**
 * The temperatures of one job, for whoever booked it.
 *
 * Terms
 * - **trace**: the readings between collection and hand-over, by time, device and number.
 * - **sealed trace**: the same as it was when its certificate was made: late readings amend the
 *   trace, and leave the sealed one as it is.
 * - **chart**: as much of a trace as can be drawn; no peak is lost.
 * - **page link**: a tracking link that also shows the chart.
 */
import { z } from 'zod';
import { certificate } from './custody.ts';
import { query } from './define.ts';
import { opaqueId, timestamp } from './primitives.ts';
import { coldChain, rangeC } from './telemetry.ts';

export const tracedReading = z.object({
  device_id: z.string(),
  seq: z.int(),
  at: timestamp,
  temperature_c: z.number(),
  calibrated_until: z.iso.date().nullable(),
});
export type TracedReading = z.infer<typeof tracedReading>;

const page = {
  /** Readings; the largest page stays below what the bus carries. */
  limit: z.int().min(1).max(1_000).default(1_000),
  /** The `next` of the page before: time, number and device of its last reading. */
  starting_after: z
    .string()
    .regex(/^\d{1,15}\.\d{1,16}\.[A-Za-z0-9_.:-]{1,64}$/)
    .optional(),
};
const pageOfReadings = {
  readings: z.array(tracedReading),
  has_more: z.boolean(),
  next: z.string().nullable(),
};

const { min_c, max_c, mkt_c, coverage, gaps, excursions, sensors, result } = coldChain.shape;

/** Figures speak of the whole trace, readings are those of the page. */
export const temperatureTrace = z.object({
  object: z.literal('temperature_trace'),
  job_id: z.string(),
  ref: z.string(),
  /** Null for a job that needs no range: nothing is in or out of it then. */
  range_c: rangeC.nullable(),
  /** From collection to hand-over, or until now; null before collection. */
  from: timestamp.nullable(),
  to: timestamp.nullable(),
  min_c,
  max_c,
  mkt_c,
  coverage,
  gaps,
  excursions,
  sensors,
  /** Null until there is something to judge. */
  result: result.nullable(),
  /** The job's tracking page with the chart on it, for whoever has this link, for seven days. */
  page_url: z.url(),
  ...pageOfReadings,
});
export type TemperatureTrace = z.infer<typeof temperatureTrace>;

export const temperatureChart = z.object({
  range_c: rangeC.nullable(),
  from: timestamp,
  to: timestamp,
  gaps,
  excursions,
  series: z.array(
    z.object({
      device_id: z.string(),
      /** Milliseconds since 1970, °C; a line ends where the probe fell silent. */
      lines: z.array(z.array(z.tuple([z.number(), z.number()]))),
    }),
  ),
});
export type TemperatureChart = z.infer<typeof temperatureChart>;

export const readingsBundle = z.object({
  format: z.literal('svc.cold_chain.bundle.v1'),
  job: z.object({ id: z.string(), ref: z.string() }),
  certificate,
  certificate_jws: z.string(),
  jwks: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  readings: z.array(tracedReading),
});

const jobIssues = { 'id.invalid_format': 'job_not_found' } as const;

export const coldChainActions = {
  /** The trace of a job, a page at a time. */
  temperature: query({
    input: z.object({ id: opaqueId, ...page }),
    output: temperatureTrace,
    refusals: ['job_not_found'],
    issues: jobIssues,
  }),
  temperatureChart: query({
    input: z.object({ id: opaqueId }),
    output: temperatureChart.nullable(),
    refusals: ['job_not_found'],
    issues: jobIssues,
  }),
  /** The sealed readings with the certificate they were signed by, a page at a time. */
  temperatureBundle: query({
    input: z.object({ id: opaqueId, ...page }),
    output: readingsBundle.extend(pageOfReadings),
    refusals: ['job_not_found', 'certificate_pending'],
    issues: jobIssues,
  }),
  /** For the page of a certificate: whoever knows the digest has the certificate. Null without one. */
  sealedChart: query({
    input: z.object({ job_id: opaqueId, readings_digest: z.string().max(100) }),
    output: temperatureChart.nullable(),
    refusals: [],
  }),
};
