import { z } from 'zod';
import { explained, objectType, tenantId } from '../description.ts';
import { requiredLine, timestamp, timeZone } from '../primitives.ts';

/** Folder of a centre, e.g. `jhb-1`. */
export const dcCode = z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/);
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const distributionCentre = z.object({
  dc: dcCode,
  site_id: requiredLine(64),
  time_zone: timeZone.default('Africa/Johannesburg'),
  cut_off: clock,
});
export type DistributionCentre = z.infer<typeof distributionCentre>;

/** Address that may send manifests by e-mail, and their distribution centre. */
export const mailSender = z.object({ address: z.email().max(254).toLowerCase(), dc: dcCode });

export const wholesaler = z.object({
  tenant_id: z.string(),
  username: z.string(),
  dcs: z.array(distributionCentre),
  mail_senders: z.array(mailSender),
});

/** Error codes of a whole file. */
export const fileFaultCodes = [
  'bad_header',
  'bad_encoding',
  'too_large',
  'too_many_rows',
  'duplicate_file',
  'malformed',
  'unstable',
  // Of an e-mail.
  'no_manifest',
  'too_many_attachments',
] as const;

export const fault = z
  .object({
    column: z.string().describe('Column with the error; empty if it concerns a whole row or file.'),
    code: z.string().describe('Machine-readable error code, e.g. `bad_header` or `unknown_site`.'),
    message: z.string().describe('Human-readable explanation of the error.'),
  })
  .describe('An error of a file or a row.');
export type Fault = z.infer<typeof fault>;

export const wholesaleFile = z
  .object({
    object: objectType('wholesale_file'),
    id: z.string().describe('Id of the file within the platform.'),
    tenant_id: tenantId,
    dc: z.string().describe('Folder of the distribution centre, e.g. `jhb-1`.'),
    name: z.string().describe('File name as sent by the wholesaler.'),
    status: explained(z.enum(['processing', 'answered']), 'Processing status.', {
      processing: 'rows are still being read or booked.',
      answered: 'its `.err` or `.ack` file is in the outbound folder.',
    }),
    size: z.int().min(0).nullable().describe('Size in bytes; null until it is read.'),
    sha256: z.string().nullable().describe('SHA-256 of the bytes, 64 hex digits; null until read.'),
    received_at: timestamp.describe('When the file was received, UTC.'),
    answered_at: timestamp
      .nullable()
      .describe('When the `.err` or `.ack` file was written, UTC; null until then.'),
    took_ms: z
      .int()
      .min(0)
      .nullable()
      .describe('Processing time in milliseconds; null until then.'),
    attempts: z.int().min(0).describe('Failed attempts of the current step so far.'),
    rows: z
      .object({
        total: z.int().min(0).describe('Total number of rows.'),
        booked: z.int().min(0).describe('Rows that became jobs.'),
        already_booked: z.int().min(0).describe('Rows that an earlier file had already booked.'),
        refused: z
          .int()
          .min(0)
          .describe('Rows that were refused; see the `.err` file for reasons.'),
        waiting: z.int().min(0).describe('Rows that are still to be booked.'),
      })
      .describe('Row counts by outcome.'),
    faults: z.array(fault).describe('Errors of the whole file; if any, nothing was booked.'),
    contents_removed_at: timestamp
      .nullable()
      .describe('When the bytes and rows were deleted, UTC; null while they are stored.'),
  })
  .describe("A wholesaler's order file and its processing.");
export type WholesaleFile = z.infer<typeof wholesaleFile>;

const rowStatuses = ['waiting', 'booked', 'already_booked', 'refused'] as const;

/** Links a row to its job and proof. */
export const wholesaleRow = z
  .object({
    row: z.int().min(1).describe('Row number in the file, from 1.'),
    order_id: z.string().describe('Order number of the wholesaler: identifies the row for good.'),
    status: explained(z.enum(rowStatuses), 'Outcome of the row.', {
      waiting: 'still to be booked.',
      booked: 'a job was booked.',
      already_booked: 'an earlier file booked it; `job_id` is that job.',
      refused: 'not booked; see `faults`.',
    }),
    job_id: z.string().nullable().describe('Id of the job, `job_…`; null unless it is booked.'),
    ref: z.string().nullable().describe('Reference of the job, `SVC-…`; null unless it is booked.'),
    faults: z.array(fault).describe('Errors of the row; empty if there are none.'),
    pod_file: z
      .string()
      .nullable()
      .describe('Name of the proof-of-delivery file; null until it is in the outbound folder.'),
  })
  .describe('A row of a file, with its job and proof.');
export type WholesaleRow = z.infer<typeof wholesaleRow>;
