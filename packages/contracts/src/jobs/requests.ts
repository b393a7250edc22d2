/**
 * Booking, one by one and in batches.
 *
 * Terms
 * - **identity**: idempotency key of a booking within its tenant, without expiry: a repeated
 *   booking returns the existing job. `file:…`, `route:…`, `order:…` by the booking service.
 * - **expected seal**: the seal that the sender has put on; collecting another one stops the job.
 */

import { z } from 'zod';
import { priceRequest } from '../pricing/requests.ts';
import {
  barcode,
  costCentre,
  instant,
  metadata,
  opaqueId,
  page,
  position,
  requiredText,
  requirements,
  seal,
  temperatureClass,
  text,
  timestamp,
  unNumber,
} from '../primitives.ts';
import { status } from './status.ts';

export const bookingRequest = priceRequest.partial({ sku: true }).extend({
  quote_id: requiredText(64).optional(),
  pickup_site_id: requiredText(64),
  dropoff_site_id: requiredText(64),
  cost_centre: costCentre.optional(),
  reference: text(64).default(''),
  metadata: metadata.prefault({}),
  requirements: requirements.partial().optional(),
});
export type BookingRequest = z.infer<typeof bookingRequest>;
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
  identity: requiredText(200),
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
  site: requiredText(64).optional(),
  reference: text(64).optional(),
  created_gte: instant.optional(),
  created_lt: instant.optional(),
  ...page,
  ending_before: opaqueId.optional(),
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

/** Fields of every milestone. `courier_id` is set by the gateway for a courier, never by a body. */
const milestoneFields = {
  id: opaqueId,
  courier_id: opaqueId.optional(),
  at: instant.optional(),
  position: position.optional(),
  note: text(500).default(''),
};
const milestoneOf = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ ...milestoneFields, type: z.literal(type), ...shape });

export const milestoneRequest = z.discriminatedUnion('type', [
  milestoneOf('depart', {}),
  milestoneOf('arriving', { eta_minutes: z.int().min(0).max(1_440) }),
  /** Dispatch only; may name the seal that was put on instead of the broken one. */
  milestoneOf('resume', { seal: seal.optional() }),
  milestoneOf('pickup_failed', { reason: requiredText(500) }),
  milestoneOf('delivery_failed', { reason: requiredText(500) }),
  milestoneOf('collect', {
    seal,
    parcels_scanned: z.int().min(0).max(99),
    /** Barcodes that were scanned one by one, for comparison with a manifest. */
    barcodes: z.array(barcode).max(1_000).optional(),
    box_temperature_c: z.number().min(-90).max(90).multipleOf(0.1),
  }),
  milestoneOf('scan', { location: requiredText(120), seal }),
  milestoneOf('deliver', {
    recipient: requiredText(120),
    handover_code: z.string().max(12).optional(),
    id_check: z.enum(idChecks).default('not_required'),
    seal,
    signature_file_id: opaqueId.optional(),
    photo_file_id: opaqueId.optional(),
  }),
]);
export type MilestoneRequest = z.output<typeof milestoneRequest>;

export const incidentFields = {
  job_id: opaqueId,
  category: z.enum(['accident', 'theft', 'spill', 'temperature', 'documents', 'delay', 'other']),
  severity: z.enum(['low', 'medium', 'high', 'critical']),
  description: requiredText(2_000),
};
