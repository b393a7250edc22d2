/** Files of recording thermometers that had no network, read at delivery or reception. */
import { z } from 'zod';
import { command, query } from '../define.ts';
import { digest, explained, idOf, jobId, jobRef, objectType } from '../description.ts';
import {
  byId,
  opaqueId,
  page,
  pageOf,
  requiredLine,
  requiredText,
  timestamp,
  timeZone,
} from '../primitives.ts';
import { assetId } from './assets.ts';
import { coldChain } from './cold-chain.ts';
import { deviceId } from './telemetry.ts';

/** Characters of a file; a request crosses the bus whole. */
export const loggerFileMax = 256_000;

const dateOrder = explained(z.enum(['dmy', 'mdy', 'ymd']), 'Order of the parts of a date.', {
  dmy: 'day, month, year.',
  mdy: 'month, day, year.',
  ymd: 'year, month, day.',
});
const unit = explained(z.enum(['C', 'F']), 'Unit of the temperatures.', {
  C: 'degrees Celsius.',
  F: 'degrees Fahrenheit, converted.',
});
const column = z.int().min(1).max(50);
export const loggerFileName = requiredLine(200).describe('Name of the file, for people.');

export const loggerFile = z
  .object({
    object: objectType('logger_file'),
    id: idOf('lgf', 'the file'),
    asset_id: assetId,
    device_id: deviceId,
    name: loggerFileName.nullable().describe('Name of the file; null if none was sent.'),
    sha256: z.string().describe(digest('the content, as UTF-8')),
    readings: z.int().min(1).describe('Readings of the time in which the logger was in the asset.'),
    ignored: z.int().min(0).describe('Readings of other times, which count for nothing.'),
    from: timestamp.describe('Time of the first reading that counts, UTC.'),
    to: timestamp.describe('Time of the last reading that counts, UTC.'),
    uploaded_by: z.string().describe('Role and pseudonymous id of who uploaded it.'),
    created_at: timestamp.describe('When it was uploaded, UTC.'),
    jobs: z
      .array(
        z.object({
          job_id: jobId,
          ref: jobRef,
          result: coldChain.shape.result
            .nullable()
            .describe(
              `Verdict of the certificate that the file first counts for; null while the trace is not certified. ${coldChain.shape.result.description}`,
            ),
        }),
      )
      .describe('Jobs whose parcels were in the asset in that time.'),
  })
  .describe("A file of a logger, as evidence of the asset's temperatures.");
export type LoggerFile = z.infer<typeof loggerFile>;

export const loggerFileActions = {
  /** A file that was uploaded before returns the first one. */
  uploadLoggerFile: command({
    input: z.object({
      id: opaqueId,
      device_id: deviceId.describe('Id of the logger, which must have been bound to the asset.'),
      content: requiredText(loggerFileMax).describe(
        'The file as text: rows of date and time, in one column or two, and a temperature, after any heading; comma, semicolon or tab.',
      ),
      name: loggerFileName.optional(),
      columns: z
        .object({
          date: column.describe('Column of the date, or of date and time, from 1.'),
          time: column
            .optional()
            .describe('Column of the time; omit it if it is in that of the date.'),
          temperature: column.describe('Column of the temperature, from 1.'),
        })
        .optional()
        .describe('Which column holds what; if omitted, the first row with a date tells.'),
      date_order: dateOrder
        .optional()
        .describe(`Required where no date of the file tells. ${dateOrder.description}`),
      unit: unit.default('C'),
      time_zone: timeZone.default('Africa/Johannesburg'),
      calibrated_until: z.iso
        .date()
        .nullable()
        .default(null)
        .describe("Last day of the logger's calibration, `YYYY-MM-DD`; null if unknown."),
    }),
    output: loggerFile,
    refusals: ['asset_not_found', 'wrong_box', 'invalid_body'],
    issues: { 'id.invalid_format': 'asset_not_found' },
    example: {
      id: 'ast_01J',
      device_id: 'LOG-7',
      content: 'Date;Time;Temperature\n02.11.2026;10:00;4.5\n02.11.2026;10:10;4.7\n',
      date_order: 'dmy',
      name: 'LOG-7.csv',
    },
  }),
  /** Files of an asset; those whose first row is the latest come first. */
  listLoggerFiles: query({
    input: byId.extend(page),
    output: pageOf(loggerFile),
    refusals: ['asset_not_found'],
    issues: { 'id.invalid_format': 'asset_not_found' },
  }),
};
