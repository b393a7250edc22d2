/**
 * Files: what wholesalers book by file instead of by call.
 *
 * Terms
 * - **wholesaler**: a tenant with a home of its own on the SFTP server.
 * - **distribution centre** (dc): a site of the wholesaler, and the folder of its files.
 * - **consignee**: the site that a row's totes go to.
 * - **cut-off**: until this time of the centre's day, rows are for today; after it for tomorrow.
 * - **fault**: what is wrong with a file (row 0) or a row, by column and code.
 * - **answer**: the `.err` and `.ack` that a file gets.
 * Sources: API document (File channel for wholesalers), decisions (Wholesale files).
 */
import { z } from 'zod';
import { command, defineContract, query } from './define.ts';
import { opaqueId, requiredText, timestamp, timeZone } from './primitives.ts';

/** Folder of a centre, e.g. `jhb-1`. */
export const dcCode = z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/);
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const distributionCentre = z.object({
  dc: dcCode,
  site_id: requiredText(64),
  time_zone: timeZone.default('Africa/Johannesburg'),
  cut_off: clock,
});
export type DistributionCentre = z.infer<typeof distributionCentre>;

/** Who may send manifests by e-mail, and for which centre they are. */
const mailSender = z.object({ address: z.email().max(254).toLowerCase(), dc: dcCode });

const wholesaler = z.object({
  tenant_id: z.string(),
  username: z.string(),
  dcs: z.array(distributionCentre),
  mail_senders: z.array(mailSender),
});

/** What is wrong with a whole file. */
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

const fault = z.object({ column: z.string(), code: z.string(), message: z.string() });
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
  /** How often the step it is at was tried in vain. */
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
  /** Since when its bytes and rows are gone; the rest of this stays. */
  contents_removed_at: timestamp.nullable(),
});
export type WholesaleFile = z.infer<typeof wholesaleFile>;

/** From file to row to job to proof. */
const wholesaleRow = z.object({
  row: z.int(),
  order_id: z.string(),
  status: z.enum(['waiting', 'booked', 'already_booked', 'refused']),
  job_id: z.string().nullable(),
  ref: z.string().nullable(),
  faults: z.array(fault),
  /** Name of its proof-of-delivery file, once that lies in the outbound folder. */
  pod_file: z.string().nullable(),
});
export type WholesaleRow = z.infer<typeof wholesaleRow>;

export const files = defineContract({
  name: 'files',
  actions: {
    /** By the platform's operator, for the tenant. The home and its folders are the server's to make. */
    putWholesaler: command({
      input: z
        .object({
          /** On the SFTP server. */
          username: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/),
          dcs: z
            .array(distributionCentre)
            .max(200)
            .refine((all) => new Set(all.map(({ dc }) => dc)).size === all.length, {
              error: 'a centre stands there twice',
            }),
          /** Each address sends for one centre. */
          mail_senders: z
            .array(mailSender)
            .max(200)
            .default([])
            .refine((all) => new Set(all.map(({ address }) => address)).size === all.length, {
              error: 'an address stands there twice',
            }),
        })
        .refine(
          ({ dcs, mail_senders }) =>
            mail_senders.every((sender) => dcs.some(({ dc }) => dc === sender.dc)),
          { error: 'an address is for a centre that is not listed', path: ['mail_senders'] },
        ),
      output: wholesaler,
      refusals: ['unknown_site', 'username_taken', 'address_taken'],
    }),
    /** For the carrier's desk: files of all wholesalers, newest first. */
    list: query({
      input: z.object({
        tenant_id: opaqueId.optional(),
        dc: dcCode.optional(),
        status: wholesaleFile.shape.status.optional(),
        limit: z.int().min(1).max(100).default(20),
        starting_after: opaqueId.optional(),
      }),
      output: z.object({
        object: z.literal('list'),
        data: z.array(wholesaleFile),
        has_more: z.boolean(),
      }),
      refusals: [],
    }),
    /** With a page of its rows, in their order; none once they are gone. */
    get: query({
      input: z.object({
        id: opaqueId,
        row_status: wholesaleRow.shape.status.optional(),
        limit: z.int().min(1).max(100).default(100),
        after_row: z.int().min(0).default(0),
      }),
      output: wholesaleFile.extend({
        row_list: z.object({ data: z.array(wholesaleRow), has_more: z.boolean() }),
      }),
      refusals: ['file_not_found'],
      issues: { 'id.invalid_format': 'file_not_found' },
    }),
  },
  events: {},
});
