import { z } from 'zod';
import { explained, tenantId } from '../description.ts';
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

/** Address that may send manifests by e-mail, and the centre they are for. */
export const mailSender = z.object({ address: z.email().max(254).toLowerCase(), dc: dcCode });

export const wholesaler = z.object({
  tenant_id: z.string(),
  username: z.string(),
  dcs: z.array(distributionCentre),
  mail_senders: z.array(mailSender),
});

/** Codes of errors of a whole file. */
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
    column: z
      .string()
      .describe('Column of the file that is wrong; empty for the whole row or file.'),
    code: z.string().describe('What is wrong, as a code, e.g. `bad_header` or `unknown_site`.'),
    message: z.string().describe('What is wrong, in words for people.'),
  })
  .describe('An error of a file or a row.');
export type Fault = z.infer<typeof fault>;

export const wholesaleFile = z
  .object({
    object: z.literal('wholesale_file').describe('Names the resource: a file of a wholesaler.'),
    id: z.string().describe('Id of the file within the platform.'),
    tenant_id: tenantId,
    dc: z.string().describe('Folder of the distribution centre that it came for, e.g. `jhb-1`.'),
    name: z.string().describe('Name of the file, as the wholesaler gave it.'),
    status: explained(z.enum(['processing', 'answered']), 'How far it is handled.', {
      processing: 'rows are still being read or booked.',
      answered: 'its `.err` or `.ack` is in the outbound folder.',
    }),
    size: z.int().min(0).nullable().describe('Size in bytes; null until it is read.'),
    sha256: z
      .string()
      .nullable()
      .describe('SHA-256 of its bytes, 64 hex digits; null until it is read.'),
    received_at: timestamp.describe('When it was taken, UTC.'),
    answered_at: timestamp.nullable().describe('When it was answered, UTC; null until then.'),
    took_ms: z
      .int()
      .min(0)
      .nullable()
      .describe('Milliseconds from taken to answered; null until it is answered.'),
    attempts: z.int().min(0).describe('How often the current step failed so far.'),
    rows: z
      .object({
        total: z.int().min(0).describe('How many rows it has.'),
        booked: z.int().min(0).describe('How many became jobs.'),
        already_booked: z.int().min(0).describe('How many had been booked by an earlier file.'),
        refused: z.int().min(0).describe('How many were refused; the `.err` says why.'),
        waiting: z.int().min(0).describe('How many are still to be booked.'),
      })
      .describe('Its rows, counted by outcome.'),
    faults: z.array(fault).describe('Faults of the whole file; then nothing was booked.'),
    contents_removed_at: timestamp
      .nullable()
      .describe('When its bytes and rows were deleted, UTC; null while they are kept.'),
  })
  .describe('A file of a wholesaler that books jobs, and how it was handled.');
export type WholesaleFile = z.infer<typeof wholesaleFile>;

const rowStatuses = ['waiting', 'booked', 'already_booked', 'refused'] as const;

/** From file to row to job to proof. */
export const wholesaleRow = z
  .object({
    row: z.int().min(1).describe('Number of the row in its file, from 1.'),
    order_id: z.string().describe("The wholesaler's order number: identifies the row for good."),
    status: explained(z.enum(rowStatuses), 'What became of the row.', {
      waiting: 'still to be booked.',
      booked: 'it became a job.',
      already_booked: 'an earlier file booked it; the job is that one.',
      refused: 'it was not booked; `faults` says why.',
    }),
    job_id: z.string().nullable().describe('Id of its job, `job_…`; null unless it is booked.'),
    ref: z.string().nullable().describe('Reference of its job, `SVC-…`; null unless it is booked.'),
    faults: z.array(fault).describe('What is wrong with the row; empty when nothing is.'),
    pod_file: z
      .string()
      .nullable()
      .describe('Name of its proof-of-delivery file; null until it is in the outbound folder.'),
  })
  .describe('A row of a file, from order to job to proof.');
export type WholesaleRow = z.infer<typeof wholesaleRow>;
