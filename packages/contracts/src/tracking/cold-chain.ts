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
import { digest, explained, jobId, jobRef, objectType } from '../description.ts';
import { celsius, timestamp } from '../primitives.ts';
import { certifiedBox } from './assets.ts';

export const rangeC = z
  .tuple([celsius, celsius])
  .describe('Permitted temperature range in °C, inclusive.');
const deviceId = z.string().describe("The provider's own id of the probe.");
const calibratedUntil = z.iso
  .date()
  .nullable()
  .describe("Last day of the probe's calibration, `YYYY-MM-DD`; null if unknown.");
const reading = celsius.describe('Measured value in degrees Celsius.');

const results = [
  'in_range',
  'brief_exposure',
  'excursion',
  'insufficient_data',
  'uncalibrated',
] as const;
const gapStart = timestamp.describe('Last reading before the gap, UTC.');
const gapEnd = timestamp.describe('First reading after it, UTC.');

/** An out-of-range period: until the next reading in range, or the end of the trace. */
const spell = z.object({
  device_id: deviceId,
  from: timestamp.describe('First reading out of range, UTC.'),
  to: timestamp.describe(
    'Next reading in range, or the end of the trace, UTC; on certificates without `exposures`, the last reading out of range.',
  ),
  minutes: z.int().min(0).describe('Duration in whole minutes.'),
  min_c: reading.describe('Lowest temperature of the period in °C.'),
  max_c: reading.describe('Highest temperature of the period in °C.'),
});

export const suspectDecision = explained(
  z.enum(['genuine', 'sensor_fault']),
  'Decision on the suspect readings; null until then.',
  {
    genuine: 'real measurements, evaluated like any other.',
    sensor_fault: 'not measurements, excluded from the evaluation.',
  },
);
export type SuspectDecision = z.infer<typeof suspectDecision>;

export const disposition = explained(
  z.enum(['release', 'quarantine', 'discard']),
  'Decision on contents that were out of range; null for other alarms.',
  {
    release: 'the contents may be used.',
    quarantine: 'the contents are set aside until more is known.',
    discard: 'the contents must not be used.',
  },
);

/** Summary of a job's trace; independent of the order in which readings arrived. */
export const coldChain = z
  .object({
    range_c: rangeC,
    profile: z
      .string()
      .optional()
      .describe('Temperature profile that set range and rules; absent without one.'),
    from: timestamp.describe('Start of the trace: the collection, UTC.'),
    to: timestamp.describe('End of the trace: the hand-over, UTC.'),
    min_c: celsius.nullable().describe('Lowest temperature in °C; null if there are no readings.'),
    max_c: celsius.nullable().describe('Highest temperature in °C; null if there are no readings.'),
    mkt_c: celsius
      .nullable()
      .describe('Mean kinetic temperature in °C, ΔH/R 10 000 K; null if there are no readings.'),
    coverage: z.number().min(0).max(1).describe('Share of the trace covered by readings, 0 to 1.'),
    gaps: z
      .array(z.object({ from: gapStart, to: gapEnd }))
      .describe(
        'Gaps of more than 15 minutes between readings of a relevant probe; never counted as in range.',
      ),
    excursions: z
      .array(spell)
      .describe(
        'Out-of-range periods of five minutes or more; with a profile, of its minutes, or beyond its limits.',
      ),
    exposures: z.array(spell).optional().describe('Shorter out-of-range periods.'),
    suspects: z
      .array(
        z.object({
          device_id: deviceId,
          seq: z.int().min(0).describe('Number of the reading within its device.'),
          at: timestamp.describe('When the reading was sent, UTC.'),
          temperature_c: reading.describe(
            '85 or -127: values that a sensor sends when it measures nothing.',
          ),
          decision: suspectDecision.nullable(),
        }),
      )
      .optional()
      .describe('Readings of exactly 85 or -127 °C, and the decision on them.'),
    sensors: z
      .array(z.object({ device_id: deviceId, calibrated_until: calibratedUntil }))
      .describe('Probes that contributed readings.'),
    boxes: z
      .array(certifiedBox)
      .optional()
      .describe(
        'Boxes that the parcels were in, with their probes; absent for parcels that lay open in the vehicle.',
      ),
    files: z
      .array(
        z.object({
          device_id: deviceId,
          sha256: z.string().describe(digest('the file')),
          uploaded_by: z.string().describe('Role and pseudonymous id of who uploaded it.'),
          uploaded_at: timestamp.describe('When it was uploaded, UTC.'),
        }),
      )
      .optional()
      .describe('Files of loggers without a network, whose readings were uploaded by a person.'),
    readings_digest: z.string().describe(digest('the sealed readings')),
    result: explained(
      z.enum(results),
      'Verdict on the cold chain; null if there are no readings yet.',
      {
        in_range: 'in range, at least 90 % covered, by calibrated probes.',
        brief_exposure: 'out of range, too briefly for an excursion.',
        excursion: 'out of range for five minutes or more, or as the profile has it.',
        insufficient_data: 'less than 90 % covered, or suspect readings are undecided.',
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
  .describe('A temperature reading of the trace.');
export type TracedReading = z.infer<typeof tracedReading>;

const { min_c, max_c, mkt_c, coverage, gaps, sensors, result } = coldChain.shape;
const { excursions, exposures, suspects, boxes } = coldChain.shape;
const spells = { excursions, exposures, suspects };

/** The last reading; with several probes, that of the longest current excursion. */
export const latestReading = z
  .object({
    device_id: deviceId,
    at: timestamp.describe('When it was measured, UTC.'),
    temperature_c: reading,
    out_of_range_since: timestamp
      .nullable()
      .describe('Since when the probe has been out of range, UTC; null while it is in range.'),
  })
  .describe('The last temperature of a trace.');
export type LatestReading = z.infer<typeof latestReading>;

export const pageOfReadings = {
  readings: z.array(tracedReading).describe('Readings of this page, by time, device and number.'),
  has_more: z.boolean().describe('Whether another page follows.'),
  next: z.string().nullable().describe('`starting_after` of the next page; null after the last.'),
};

/** The summary covers the whole trace, `readings` the page. */
export const temperatureTrace = z
  .object({
    object: objectType('temperature_trace'),
    job_id: jobId,
    ref: jobRef,
    range_c: rangeC
      .nullable()
      .describe('Permitted temperature range in °C, inclusive; null if the job has none.'),
    from: timestamp.nullable().describe('When they were collected, UTC; null until then.'),
    to: timestamp
      .nullable()
      .describe(
        'When the parcels were handed over, or else the current time, UTC; null before the collection.',
      ),
    latest: latestReading
      .nullable()
      .default(null)
      .describe(
        'Last reading; with several probes, that of the longest excursion; null if there are none.',
      ),
    min_c,
    max_c,
    mkt_c,
    coverage,
    gaps,
    ...spells,
    sensors,
    boxes,
    result: result.nullable(),
    page_url: z
      .url()
      .describe(
        'Signed link to the tracking page with the temperature chart, valid for seven days.',
      ),
    ...pageOfReadings,
  })
  .describe('Temperatures of a job: a summary of the whole trace and a page of its readings.');
export type TemperatureTrace = z.infer<typeof temperatureTrace>;

/** For a job of any tenant: without the link to its recipients' page. */
export const deskTemperatureTrace = temperatureTrace
  .omit({ page_url: true })
  .describe(
    'Temperatures of a job of any tenant: a summary of the whole trace and a page of its readings.',
  );

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
  ...{ min_c, max_c, mkt_c, coverage, sensors, boxes },
  result: result.nullable(),
  chart: temperatureChart,
});
export type DeskTemperatures = z.infer<typeof deskTemperatures>;
