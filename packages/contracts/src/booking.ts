/**
 * Booking, one by one and in batches.
 *
 * Terms
 * - **identity**: names a booking among all of its tenant, for ever: booked again under the same
 *   identity it is the job that there is. `file:…`, `route:…`, `order:…` by who books.
 * - **expected seal**: the seal that the sender has put on; collecting another one stops the job.
 */
import { z } from 'zod';
import { seal } from './operations.ts';
import { priceRequest } from './pricing.ts';
import {
  costCentre,
  instant,
  metadata,
  requiredText,
  requirements,
  temperatureClass,
  text,
  timestamp,
  unNumber,
} from './primitives.ts';

export const bookingRequest = priceRequest.partial({ sku: true }).extend({
  quote_id: requiredText(64).optional(),
  pickup_site_id: requiredText(64),
  dropoff_site_id: requiredText(64),
  cost_centre: costCentre.optional(),
  reference: text(64).default(''),
  metadata: metadata.default({}),
  requirements: requirements.partial().optional(),
});
export type BookingRequest = z.infer<typeof bookingRequest>;

export const hasPrice = ({ quote_id, sku }: Partial<BookingRequest>): boolean =>
  quote_id !== undefined || sku !== undefined;
export const priceless = { path: ['sku'], error: 'send quote_id or sku' };

const batchBooking = bookingRequest.extend({
  identity: requiredText(200),
  /** The expected seal. */
  seal: seal.optional(),
  /** The SLA's minutes count from here; by default from the booking. */
  starts_at: instant.optional(),
  /** Wins over the SLA's minutes. */
  sla_due: instant.optional(),
  /** What is on board, where it is not what the SKU says. */
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
