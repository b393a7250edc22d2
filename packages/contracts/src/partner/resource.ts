import { z } from 'zod';
import { cents, currency, priority, timestamp } from '../primitives.ts';
import { orderItem } from './requests.ts';

export const quoteOption = z.object({
  quote_id: z.string(),
  sku: z.string(),
  priority,
  total_cents: cents,
  currency,
  vat_inclusive: z.boolean(),
  sla_minutes: z.int().positive(),
  /** From now to the door. */
  eta_minutes: z.int().min(0),
});
export type QuoteOption = z.infer<typeof quoteOption>;

export const partnerQuote = z.object({
  object: z.literal('partner_quote'),
  id: z.string(),
  order_id: z.string(),
  available: z.boolean(),
  reason: z.enum(['out_of_stock', 'closed', 'out_of_area', 'no_service']).nullable(),
  items: z.array(
    z.object({
      item_code: z.string(),
      requested: z.int(),
      /** Null without a feed. */
      available: z.int().min(0).nullable(),
    }),
  ),
  options: z.array(quoteOption),
  expires_at: timestamp,
});
export type PartnerQuote = z.infer<typeof partnerQuote>;

export const partnerOrder = z.object({
  object: z.literal('partner_order'),
  id: z.string(),
  order_ref: z.string(),
  /** `delivered`, `failed` and `cancelled` are final: the order is closed. */
  status: z.enum(['quoted', 'ready', 'collected', 'delivered', 'failed', 'cancelled']),
  sealed_bag: z.string().nullable(),
  job_id: z.string().nullable(),
  ref: z.string().nullable(),
  tracking_url: z.url().nullable(),
  ready_at: timestamp.nullable(),
  closed_at: timestamp.nullable(),
  pickup_site_id: z.string(),
  dropoff_site_id: z.string(),
  items: z.array(orderItem),
  created_at: timestamp,
});
export type PartnerOrder = z.infer<typeof partnerOrder>;

const feedFault = z.object({
  /** From 1; of a CSV file the line after its header is row 1. */
  row: z.int().min(1),
  code: z.enum([
    'invalid_item_code',
    'invalid_quantity',
    'negative_quantity',
    'invalid_updated_at',
    'duplicate_item_code',
  ]),
});
export const stockFeed = z.object({
  object: z.literal('stock_feed'),
  id: z.string(),
  accepted: z.int(),
  rejected: z.int(),
  /** The first 1 000. */
  errors: z.array(feedFault),
});
export type FeedFault = z.infer<typeof feedFault>;
