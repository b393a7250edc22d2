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
import { profileRefusals, requestedProfile } from '../temperature-profiles.ts';
import { decidedBy, decisionReason, seenVersion } from './decision.ts';
import {
  barcodesMost,
  boxTemperature,
  type HandOffField,
  handOverCode,
  idCheckLabels,
  keysOf,
} from './hand-off-fields.ts';
import { handOffs } from './hand-offs.ts';
import { instructionChanges } from './instructions.ts';
import { courierFields } from './signed-action.ts';
import { status } from './status.ts';

/** The client's own reference. */
export const ownReference = lineText(64).describe(
  'Your own reference, at most 64 characters; jobs can be filtered by it. No patient data.',
);
export const bookingRequest = priceRequest.partial({ sku: true }).extend({
  quote_id: requiredLine(64)
    .optional()
    .describe(
      'Quote to book at its price; takes precedence over `sku`, `km` and `priority`. Send `quote_id` or `sku`.',
    ),
  pickup_site_id: requiredLine(64).describe(
    'Pickup site: id of a site of yours or of one shared with you.',
  ),
  dropoff_site_id: requiredLine(64).describe(
    'Drop-off site: id of a site of yours or of one shared with you; must differ from the pickup.',
  ),
  cost_centre: costCentre
    .optional()
    .describe(
      'Cost centre on the invoice, at most 64 characters; defaults to that of your policies.',
    ),
  reference: ownReference.default(''),
  metadata: metadata.prefault({}),
  ...requestedProfile,
  requirements: requirements
    .partial()
    .optional()
    .describe(
      'Proof required at the hand-over; members that you omit follow your policies, then the SKU.',
    ),
});
export type BookingRequest = z.infer<typeof bookingRequest>;
/** Booking by a client; a service that books for a tenant sets `starts_at` instead. */
export const directBooking = bookingRequest.extend({
  ready_at: instant
    .optional()
    .describe(
      'When the parcels are ready, RFC 3339, up to 24 hours in the past and 30 days in the future; the due time is counted from it. Defaults to now.',
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
  /** Start of the SLA minutes; defaults to the booking. */
  starts_at: instant.optional(),
  /** Overrides the SLA minutes. */
  sla_due: instant.optional(),
  /** Contents, if they differ from the SKU's. */
  un_number: unNumber.optional(),
  temperature_class: temperatureClass.optional(),
});
export type BatchBooking = z.infer<typeof batchBooking>;

export const bookingBatch = z.object({
  bookings: z.array(batchBooking.refine(hasPrice, priceless)).min(1).max(100),
});

/** Reasons to refuse a booking whose fields are well formed. */
export const bookingRefusals = [
  'quote_not_found',
  'quote_expired',
  'unknown_site',
  'same_site',
  'unknown_sku',
  'not_a_delivery',
  'out_of_area',
  ...profileRefusals,
] as const;

const batchResult = z.union([
  z.object({
    identity: z.string(),
    status: z.enum(['booked', 'already_booked']),
    job_id: z.string(),
    ref: z.string(),
    tracking_url: z.url(),
    /** Expected seal before collection, observed seal afterwards. */
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
  created_gte: instant.optional().describe('Only jobs booked at or after this time, RFC 3339.'),
  created_lt: instant.optional().describe('Only jobs booked before this time, RFC 3339.'),
  ...page,
  ending_before: endingBefore,
});
export type ListFilter = z.infer<typeof listFilter>;

export const idChecks = keysOf(idCheckLabels);

export const idCheck = explained(z.enum(idChecks), 'How the recipient was checked.', {
  over_14_confirmed: 'judged or shown to be over 14 years old.',
  over_18_confirmed: 'judged or shown to be over 18 years old.',
  id_document_matched: 'an identity document matched the name.',
  staff_badge: 'a badge of the receiving organisation was shown.',
  not_required: 'no check required.',
  refused: 'the recipient refused the check.',
});

/** Fields of every milestone. The gateway sets those of a courier, never a body. */
const milestoneFields = {
  id: opaqueId,
  ...courierFields,
  at: instant
    .optional()
    .describe(
      'When it happened, RFC 3339; defaults to now. Not before the previous milestone, at most 60 s in the future.',
    ),
  position: position.optional(),
  version: seenVersion.optional(),
  by: decidedBy,
  note: text(500).default('').describe('Note for the chain of custody, at most 500 characters.'),
};

/** Field schemas by kind; bounds come from the field. */
const kinds = {
  line: ({ max }: { max: number }) => requiredLine(max),
  text: ({ max }: { max: number }) => requiredText(max),
  whole: ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max),
  codes: ({ max, most }: { max: number; most: number }) => z.array(requiredLine(max)).max(most),
  seal: () => seal,
  celsius: () =>
    z.number().min(boxTemperature.min).max(boxTemperature.max).multipleOf(boxTemperature.step),
  code: () => z.string().max(handOverCode.max),
  barcodes: () => z.array(barcode).max(barcodesMost),
  id_check: () => idCheck.default('not_required'),
  file: () => opaqueId,
};
type Kind = keyof typeof kinds;
type Optional<S extends z.ZodType> = S extends z.ZodDefault ? S : z.ZodOptional<S>;
type SchemaOf<F extends { kind: Kind }> = F extends { when: string } | { isOptional: true }
  ? Optional<ReturnType<(typeof kinds)[F['kind']]>>
  : ReturnType<(typeof kinds)[F['kind']]>;
type Fields = Readonly<Record<string, HandOffField & { kind: Kind }>>;
type ShapeOf<F extends Fields> = { -readonly [N in keyof F]: SchemaOf<F[N]> };

const shapeOf = <const F extends Fields>(fields: F): ShapeOf<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { kind, when, isOptional, about, ...bounds }]) => {
      const whole = (kinds[kind] as (bounds: object) => z.ZodType)(bounds);
      const isNeeded = (when === undefined && !isOptional) || kind === 'id_check';
      const schema = isNeeded ? whole : whole.optional();
      return [name, about === undefined ? schema : schema.describe(about)];
    }),
  ) as ShapeOf<F>;

const milestoneOf = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({
    ...milestoneFields,
    type: z.literal(type).describe(`Type of the milestone: \`${type}\`.`),
    ...shape,
  });

export const boxCelsius = shapeOf(handOffs.collect.fields).box_temperature_c;
const { replaces_seal, replacement_reason } = shapeOf(handOffs.replace_seal.fields);
const { location, seal: sealed, ...codes } = shapeOf(handOffs.scan.fields);
const reason = decisionReason;

export const milestoneRequest = z.discriminatedUnion('type', [
  milestoneOf('depart', { reason }),
  milestoneOf('arriving', { reason, ...shapeOf(handOffs.arriving.fields) }),
  /** For dispatchers only; may name the seal that replaced the broken one. */
  milestoneOf('resume', { reason, ...shapeOf(handOffs.resume.fields) }),
  milestoneOf('pickup_failed', shapeOf(handOffs.pickup_failed.fields)),
  milestoneOf('delivery_failed', shapeOf(handOffs.delivery_failed.fields)),
  milestoneOf('collect', { reason, ...shapeOf(handOffs.collect.fields) }),
  milestoneOf('scan', {
    reason,
    location,
    seal: sealed,
    replaces_seal: replaces_seal.optional(),
    replacement_reason: replacement_reason.optional(),
    ...codes,
  }).refine(
    (scan) => (scan.replaces_seal === undefined) === (scan.replacement_reason === undefined),
    { path: ['replacement_reason'], error: 'needed with replaces_seal, and only then' },
  ),
  milestoneOf('deliver', { reason, ...shapeOf(handOffs.deliver.fields) }),
]);
export type MilestoneRequest = z.output<typeof milestoneRequest>;
