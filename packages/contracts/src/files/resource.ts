import { z } from 'zod';
import { requiredText, timestamp, timeZone } from '../primitives.ts';

/** Folder of a centre, e.g. `jhb-1`. */
export const dcCode = z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/);
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const distributionCentre = z.object({
  dc: dcCode,
  site_id: requiredText(64),
  time_zone: timeZone.default('Africa/Johannesburg'),
  cut_off: clock,
});
export type DistributionCentre = z.infer<typeof distributionCentre>;

/** Who may send manifests by e-mail, and for which centre they are. */
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
  // Of an e-mail.
  'no_manifest',
  'too_many_attachments',
] as const;

export const fault = z.object({ column: z.string(), code: z.string(), message: z.string() });
export type Fault = z.infer<typeof fault>;

export const wholesaleFile = z.object({
  object: z.literal('wholesale_file'),
  id: z.string(),
  tenant_id: z.string(),
  dc: z.string(),
  name: z.string(),
  status: z.enum(['processing', 'answered']),
  /** Null while it is not read yet. */
  size: z.int().nullable(),
  /** Hex. */
  sha256: z.string().nullable(),
  received_at: timestamp,
  answered_at: timestamp.nullable(),
  /** From taken to answered. */
  took_ms: z.int().nullable(),
  /** Failed attempts of the current step. */
  attempts: z.int(),
  rows: z.object({
    total: z.int(),
    booked: z.int(),
    already_booked: z.int(),
    refused: z.int(),
    waiting: z.int(),
  }),
  /** Of the whole file; then nothing was booked. */
  faults: z.array(fault),
  /** Deletion time of its bytes and rows; the rest of this record is permanent. */
  contents_removed_at: timestamp.nullable(),
});
export type WholesaleFile = z.infer<typeof wholesaleFile>;

/** From file to row to job to proof. */
export const wholesaleRow = z.object({
  row: z.int(),
  order_id: z.string(),
  status: z.enum(['waiting', 'booked', 'already_booked', 'refused']),
  job_id: z.string().nullable(),
  ref: z.string().nullable(),
  faults: z.array(fault),
  /** Name of its proof-of-delivery file, once it is in the outbound folder. */
  pod_file: z.string().nullable(),
});
export type WholesaleRow = z.infer<typeof wholesaleRow>;
