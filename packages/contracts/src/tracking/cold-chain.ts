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
import { digest, explained, jobId, jobRef } from '../description.ts';
import { celsius, timestamp } from '../primitives.ts';

export const rangeC = z
  .tuple([celsius, celsius])
  .describe('Lowest and highest permitted temperature in °C, both in range.');
const deviceId = z.string().describe("The provider's own id of the probe.");
const calibratedUntil = z.iso
  .date()
  .nullable()
  .describe('Last day on which the probe is in calibration, `YYYY-MM-DD`; null when unknown.');
const reading = celsius.describe('What was measured, in degrees Celsius.');

const results = [
  'in_range',
  'brief_exposure',
  'excursion',
  'insufficient_data',
  'uncalibrated',
] as const;
const gapStart = timestamp.describe('Last reading before the gap, UTC.');
const gapEnd = timestamp.describe('First reading after it, UTC.');

/** A time out of range: until the next reading in range, or the end of the trace. */
const spell = z.object({
  device_id: deviceId,
  from: timestamp.describe('First reading out of range, UTC.'),
  to: timestamp.describe(
    'Next reading in range, or the end of the trace, UTC; on certificates without `exposures` the last reading out of range.',
  ),
  minutes: z.int().min(0).describe('How long it lasted, in whole minutes.'),
  min_c: reading.describe('Lowest temperature of that time in °C.'),
  max_c: reading.describe('Highest temperature of that time in °C.'),
});

export const suspectDecision = explained(
  z.enum(['genuine', 'sensor_fault']),
  'What a person decided about suspect readings; null until then.',
  {
    genuine: 'they were measured, and count as any other.',
    sensor_fault: 'nothing was measured, and they count for nothing.',
  },
);
export type SuspectDecision = z.infer<typeof suspectDecision>;

/** Summary of a job's trace; independent of the order in which readings arrived. */
export const coldChain = z
  .object({
    range_c: rangeC,
    from: timestamp.describe('Collection: the trace begins, UTC.'),
    to: timestamp.describe('Hand-over: the trace ends, UTC.'),
    min_c: celsius.nullable().describe('Lowest temperature in °C; null without readings.'),
    max_c: celsius.nullable().describe('Highest temperature in °C; null without readings.'),
    mkt_c: celsius
      .nullable()
      .describe('Mean kinetic temperature in °C, ΔH/R 10 000 K; null without readings.'),
    coverage: z.number().min(0).max(1).describe('Share of the time covered by readings, 0 to 1.'),
    gaps: z
      .array(z.object({ from: gapStart, to: gapEnd }))
      .describe(
        'Times of more than 15 minutes without a reading of each probe that counts; never counted as in range.',
      ),
    excursions: z.array(spell).describe('Times of five minutes or more out of range.'),
    exposures: z.array(spell).optional().describe('Times of less than five minutes out of range.'),
    suspects: z
      .array(
        z.object({
          device_id: deviceId,
          seq: z.int().min(0).describe('Number of the reading within its device.'),
          at: timestamp.describe('When it was sent, UTC.'),
          temperature_c: reading.describe('85 or -127: what a sensor sends that measures nothing.'),
          decision: suspectDecision.nullable(),
        }),
      )
      .optional()
      .describe('Readings of exactly 85 or -127 °C, and what was decided about them.'),
    sensors: z
      .array(z.object({ device_id: deviceId, calibrated_until: calibratedUntil }))
      .describe('Probes that the readings came from.'),
    readings_digest: z.string().describe(digest('the sealed readings')),
    result: explained(
      z.enum(results),
      'Verdict on the cold chain; null until there are readings.',
      {
        in_range: 'in range, covered to 90 % or more, by probes in calibration.',
        brief_exposure: 'out of range, for less than five minutes at a time.',
        excursion: 'out of range for five minutes or more.',
        insufficient_data: 'covered to less than 90 %, or suspect readings are not decided on.',
        uncalibrated: 'a probe was out of calibration, or its calibration is unknown.',
      },
    ),
  })
  .describe('Summary of the readings between collection and hand-over.');
export type ColdChain = z.infer<typeof coldChain>;

export const tracedReading = z
  .object({
    device_id: deviceId,
    seq: z.int().min(0).describe('Number of the reading within its device.'),
    at: timestamp.describe('When it was measured, UTC.'),
    temperature_c: reading,
    calibrated_until: calibratedUntil,
  })
  .describe('A temperature of the trace.');
export type TracedReading = z.infer<typeof tracedReading>;

const { min_c, max_c, mkt_c, coverage, gaps, sensors, result } = coldChain.shape;
const { excursions, exposures, suspects } = coldChain.shape;
const spells = { excursions, exposures, suspects };

/** The last reading; of several probes that of the longest current excursion. */
export const latestReading = z
  .object({
    device_id: deviceId,
    at: timestamp.describe('When it was measured, UTC.'),
    temperature_c: reading,
    out_of_range_since: timestamp
      .nullable()
      .describe('Since when this probe is out of range, UTC; null while it is in range.'),
  })
  .describe('The last temperature of a trace.');
export type LatestReading = z.infer<typeof latestReading>;

export const pageOfReadings = {
  readings: z.array(tracedReading).describe('Readings of this page, by time, device and number.'),
  has_more: z.boolean().describe('Whether another page follows.'),
  next: z
    .string()
    .nullable()
    .describe('`starting_after` of the page that follows; null after the last.'),
};

/** The summary covers the whole trace, `readings` the page. */
export const temperatureTrace = z
  .object({
    object: z.literal('temperature_trace').describe('Names the resource: a temperature trace.'),
    job_id: jobId,
    ref: jobRef,
    range_c: rangeC
      .nullable()
      .describe(
        'Lowest and highest permitted temperature in °C; null for a job that needs no range.',
      ),
    from: timestamp.nullable().describe('When the parcels were collected, UTC; null until then.'),
    to: timestamp
      .nullable()
      .describe('When they were handed over, or now, UTC; null before the collection.'),
    latest: latestReading
      .nullable()
      .default(null)
      .describe('Last reading, of several probes that of the longest excursion; null without any.'),
    min_c,
    max_c,
    mkt_c,
    coverage,
    gaps,
    ...spells,
    sensors,
    result: result.nullable(),
    page_url: z
      .url()
      .describe("The job's tracking page with the chart: a signed link, valid for seven days."),
    ...pageOfReadings,
  })
  .describe('Temperatures of a job: a summary of the whole trace and a page of its readings.');
export type TemperatureTrace = z.infer<typeof temperatureTrace>;

/** Of a job of any tenant: without the link to the page of its recipients. */
export const deskTemperatureTrace = temperatureTrace
  .omit({ page_url: true })
  .describe('Temperatures of a job of any tenant: a summary of the whole trace and a page of it.');

export const temperatureChart = z.object({
  range_c: rangeC.nullable(),
  from: timestamp,
  to: timestamp,
  latest: latestReading.nullable(),
  gaps,
  ...spells,
  series: z.array(
    z.object({
      device_id: z.string(),
      /** Milliseconds since 1970, °C; a line ends at a gap of the probe. */
      lines: z.array(z.array(z.tuple([z.number(), z.number()]))),
    }),
  ),
});
export type TemperatureChart = z.infer<typeof temperatureChart>;

/** Figures and chart of the whole trace of a job, for the control desk. */
export const deskTemperatures = z.object({
  ...{ min_c, max_c, mkt_c, coverage, sensors },
  result: result.nullable(),
  chart: temperatureChart,
});
export type DeskTemperatures = z.infer<typeof deskTemperatures>;
