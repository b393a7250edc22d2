/**
 * Booking, one by one and in batches.
 *
 * Terms
 * - **identity**: idempotency key of a booking within its tenant, without expiry: a repeated
 *   booking returns the existing job. `file:…`, `route:…`, `order:…` by the booking service.
 * - **expected seal**: the seal that the sender has put on; collecting another one stops the job.
 */

import { z } from 'zod';
import { explained } from '../description.ts';
import { priceRequest } from '../pricing/requests.ts';
import {
  barcode,
  costCentre,
  endingBefore,
  instant,
  lineText,
  metadata,
  opaqueId,
  page,
  position,
  requiredLine,
  requiredText,
  requirements,
  seal,
  temperatureClass,
  text,
  timestamp,
  unNumber,
} from '../primitives.ts';
import { decidedBy, decisionReason, seenVersion } from './decision.ts';
import { instructionChanges } from './instructions.ts';
import { courierFields } from './signed-action.ts';
import { status } from './status.ts';

/** The client's own. */
export const ownReference = lineText(64).describe(
  'Reference of your own, at most 64 characters; jobs can be listed by it. No patient data.',
);
export const bookingRequest = priceRequest.partial({ sku: true }).extend({
  quote_id: requiredLine(64)
    .optional()
    .describe(
      'Books this quote at its price; wins over `sku`, `km` and `priority`. One of `quote_id` and `sku` is required.',
    ),
  pickup_site_id: requiredLine(64).describe(
    'Where to collect: id of a site of yours or of one shared with you.',
  ),
  dropoff_site_id: requiredLine(64).describe(
    'Where to deliver: id of a site of yours or of one shared with you; another than the pickup.',
  ),
  cost_centre: costCentre
    .optional()
    .describe(
      'Cost centre on the invoice, at most 64 characters; defaults to that of your policies.',
    ),
  reference: ownReference.default(''),
  metadata: metadata.prefault({}),
  requirements: requirements
    .partial()
    .optional()
    .describe(
      'Proof to ask for at the hand-over; what is not named follows your policies, then the SKU.',
    ),
});
export type BookingRequest = z.infer<typeof bookingRequest>;
/** Booking by a client; a service that books for a tenant names `starts_at` instead. */
export const directBooking = bookingRequest.extend({
  ready_at: instant
    .optional()
    .describe(
      'When the parcels are ready, RFC 3339, from 24 hours back to 30 days ahead; the due time counts from it. Defaults to now.',
    ),
  ...instructionChanges,
});
export type DirectBooking = z.infer<typeof directBooking>;
export const exampleBooking: z.input<typeof bookingRequest> = {
  sku: 'LAB-STD',
  priority: 'same_day',
  km: 22,
  pickup_site_id: 'cli-0',
  dropoff_site_id: 'lab-0',
  cost_centre: 'CC-100',
};

export const hasPrice = ({ quote_id, sku }: Partial<BookingRequest>): boolean =>
  quote_id !== undefined || sku !== undefined;
export const priceless = { path: ['sku'], error: 'send quote_id or sku' };

const batchBooking = bookingRequest.extend({
  identity: requiredLine(200),
  /** The expected seal. */
  seal: seal.optional(),
  /** The SLA's minutes count from here; by default from the booking. */
  starts_at: instant.optional(),
  /** Overrides the SLA's minutes. */
  sla_due: instant.optional(),
  /** Contents, where they differ from the SKU's. */
  un_number: unNumber.optional(),
  temperature_class: temperatureClass.optional(),
});
export type BatchBooking = z.infer<typeof batchBooking>;

export const bookingBatch = z.object({
  bookings: z.array(batchBooking.refine(hasPrice, priceless)).min(1).max(100),
});

/** Why a booking can be refused once its fields are well formed. */
export const bookingRefusals = [
  'quote_not_found',
  'quote_expired',
  'unknown_site',
  'same_site',
  'unknown_sku',
  'not_a_delivery',
  'out_of_area',
] as const;

const batchResult = z.union([
  z.object({
    identity: z.string(),
    status: z.enum(['booked', 'already_booked']),
    job_id: z.string(),
    ref: z.string(),
    tracking_url: z.url(),
    /** As expected while the job is not collected, as observed afterwards. */
    seal: z.string().nullable(),
    starts_at: timestamp,
    sla_due: timestamp,
  }),
  z.object({
    identity: z.string(),
    status: z.literal('refused'),
    code: z.enum(bookingRefusals),
    detail: z.string(),
  }),
]);
export type BatchResult = z.infer<typeof batchResult>;
/** In the order of the bookings. */
export const bookedBatch = z.object({ results: z.array(batchResult) });

export const listFilter = z.object({
  status: status.optional(),
  site: requiredLine(64).optional().describe('Only jobs from or to the site with this id.'),
  reference: lineText(64).optional().describe('Only jobs with exactly this reference of yours.'),
  created_gte: instant
    .optional()
    .describe('Only jobs booked at this moment or later, RFC 3339 with an offset.'),
  created_lt: instant
    .optional()
    .describe('Only jobs booked before this moment, RFC 3339 with an offset.'),
  ...page,
  ending_before: endingBefore,
});
export type ListFilter = z.infer<typeof listFilter>;

export const idChecks = [
  'over_14_confirmed',
  'over_18_confirmed',
  'id_document_matched',
  'staff_badge',
  'not_required',
  'refused',
] as const;

export const idCheck = explained(z.enum(idChecks), 'How the recipient was checked.', {
  over_14_confirmed: 'judged or shown to be over 14 years old.',
  over_18_confirmed: 'judged or shown to be over 18 years old.',
  id_document_matched: 'an identity document matched the name.',
  staff_badge: 'a badge of the receiving organisation was shown.',
  not_required: 'the job asks for no check.',
  refused: 'the recipient refused the check.',
});

/** Fields of every milestone. The gateway sets those of a courier, never a body. */
const milestoneFields = {
  id: opaqueId,
  ...courierFields,
  at: instant
    .optional()
    .describe(
      'When it happened, RFC 3339; defaults to now. Not before the previous milestone, at most 60 s ahead.',
    ),
  position: position.optional(),
  version: seenVersion.optional(),
  by: decidedBy,
  note: text(500).default('').describe('Remark for the chain of custody, at most 500 characters.'),
};
const why = requiredText(500).describe('Why it failed, for people; at most 500 characters.');
const milestoneOf = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({
    ...milestoneFields,
    type: z.literal(type).describe(`Selects the milestone: \`${type}\`.`),
    ...shape,
  });

const scanFields = {
  scans: z
    .array(requiredLine(128))
    .max(200)
    .optional()
    .describe(
      'Codes that were read at this hand-off, of the seal and of each parcel, as they were read; `requirements.scan` says which are required.',
    ),
  scan_bypass_reason: requiredText(500)
    .optional()
    .describe(
      'Why required codes could not be scanned, at most 500 characters: it is reported as an incident. No patient data.',
    ),
};

export const milestoneRequest = z.discriminatedUnion('type', [
  milestoneOf('depart', { reason: decisionReason }),
  milestoneOf('arriving', {
    reason: decisionReason,
    eta_minutes: z.int().min(0).max(1_440).describe('Minutes until the arrival, as announced.'),
  }),
  /** Dispatch only; may name the seal that was put on instead of the broken one. */
  milestoneOf('resume', {
    reason: decisionReason,
    seal: seal
      .optional()
      .describe('Number of the seal that replaces a broken one; the same seal when absent.'),
  }),
  milestoneOf('pickup_failed', { reason: why }),
  milestoneOf('delivery_failed', { reason: why }),
  milestoneOf('collect', {
    reason: decisionReason,
    seal,
    handover_code: z
      .string()
      .max(12)
      .optional()
      .describe(
        'The 6 digits that the courier was told at the pickup; required when `requirements.pickup_otp` is true.',
      ),
    ...scanFields,
    parcels_scanned: z.int().min(0).max(99).describe('How many parcels were scanned.'),
    barcodes: z
      .array(barcode)
      .max(1_000)
      .optional()
      .describe('Barcodes that were scanned one by one, to be compared with a manifest.'),
    box_temperature_c: z
      .number()
      .min(-90)
      .max(90)
      .multipleOf(0.1)
      .describe('Temperature inside the box in °C, one decimal.'),
  }),
  milestoneOf('scan', {
    reason: decisionReason,
    location: requiredLine(120).describe('Where the parcels were scanned, e.g. `Midrand hub`.'),
    seal,
    replaces_seal: seal
      .optional()
      .describe(
        'Number of the seal that was taken off, which must be that of the job; `seal` was put on instead, and is expected from then on.',
      ),
    replacement_reason: requiredText(500)
      .optional()
      .describe(
        'Why the seal was replaced, at most 500 characters; needed with `replaces_seal`, and only then. It is reported as an incident. No patient data.',
      ),
    ...scanFields,
  }).refine(
    ({ replaces_seal, replacement_reason }) =>
      (replaces_seal === undefined) === (replacement_reason === undefined),
    { path: ['replacement_reason'], error: 'needed with replaces_seal, and only then' },
  ),
  milestoneOf('deliver', {
    reason: decisionReason,
    recipient: requiredLine(120).describe('Who took the parcels: name or desk.'),
    handover_code: z
      .string()
      .max(12)
      .optional()
      .describe('The 6 digits that the recipient told; required when `requirements.otp` is true.'),
    id_check: idCheck.default('not_required'),
    seal,
    ...scanFields,
    signature_file_id: opaqueId
      .optional()
      .describe('Id of the filed signature; required when `requirements.signature` is true.'),
    photo_file_id: opaqueId
      .optional()
      .describe('Id of the filed photo; required when `requirements.photo` is true.'),
  }),
]);
export type MilestoneRequest = z.output<typeof milestoneRequest>;
