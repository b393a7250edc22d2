import { z } from 'zod';
import { explained, jobRef, objectType, orderId, quoteId, skuCode } from '../description.ts';
import { cents, currency, priority, timestamp } from '../primitives.ts';
import { orderItem } from './requests.ts';

export const quoteOption = z
  .object({
    quote_id: quoteId,
    sku: skuCode,
    priority,
    total_cents: cents.describe('Amount due in cents, including VAT.'),
    currency,
    vat_inclusive: z.boolean().describe('Whether `amount_cents` of the quote contains VAT.'),
    sla_minutes: z.int().positive().describe('Service window in minutes, from ready to delivered.'),
    eta_minutes: z.int().min(0).describe('Estimated minutes from now to delivery.'),
  })
  .describe('A delivery option, with its price.');
export type QuoteOption = z.infer<typeof quoteOption>;

const reasons = ['out_of_stock', 'closed', 'out_of_area', 'no_service'] as const;

export const partnerQuote = z
  .object({
    object: objectType('partner_quote'),
    id: z.string().describe('Id of this quote for the order: `pq_` and a ULID.'),
    order_id: orderId,
    available: z.boolean().describe('Whether the order can be delivered; if not, see `reason`.'),
    reason: explained(z.enum(reasons), 'Why it cannot be delivered; null when it can.', {
      out_of_stock: 'an item is missing according to the stock feed.',
      closed: 'a site does not receive at that time.',
      out_of_area: 'the distance exceeds the service area.',
      no_service: 'no SKU fits the temperature class.',
    }).nullable(),
    items: z
      .array(
        z.object({
          item_code: z.string().describe('Your item code, as sent.'),
          requested: z.int().min(0).describe('Number of units requested.'),
          available: z
            .int()
            .min(0)
            .nullable()
            .describe('Units in stock according to the last feed; null if there is no feed.'),
        }),
      )
      .describe('Each item with its stock.'),
    options: z.array(quoteOption).describe('Delivery options, cheapest first.'),
    expires_at: timestamp.describe('When the prices expire, UTC.'),
  })
  .describe('Whether, how and at what price an order can be delivered.');
export type PartnerQuote = z.infer<typeof partnerQuote>;

const orderStatuses = ['quoted', 'ready', 'collected', 'delivered', 'failed', 'cancelled'] as const;
export const partnerOrder = z
  .object({
    object: objectType('partner_order'),
    id: orderId,
    order_ref: z.string().describe('Your order reference, as sent.'),
    status: explained(z.enum(orderStatuses), 'Status of the order, which follows its job.', {
      quoted: 'priced, not packed.',
      ready: 'packed, and its job booked.',
      collected: 'with the driver.',
      delivered: 'handed over; closed.',
      failed: 'the hand-over failed: restock the order; closed.',
      cancelled: 'its job was cancelled; closed.',
    }),
    sealed_bag: z.string().nullable().describe('Number of the sealed bag; null until it is ready.'),
    job_id: z.string().nullable().describe('Id of its job, `job_…`; null until it is ready.'),
    ref: jobRef.nullable().describe('Reference of its job, `SVC-…`; null until it is ready.'),
    tracking_url: z.url().nullable().describe('Public tracking page of its job; null until ready.'),
    ready_at: timestamp.nullable().describe('When it was marked ready, UTC; null until then.'),
    closed_at: timestamp.nullable().describe('When it was closed, UTC; null until then.'),
    pickup_site_id: z.string().describe('Pharmacy that packs the order: id of a site.'),
    dropoff_site_id: z.string().describe('Drop-off: id of a site.'),
    items: z.array(orderItem).describe('Item codes and quantities of the order.'),
    created_at: timestamp.describe('When it was first quoted, UTC.'),
  })
  .describe('An order of a pharmacy, which follows its job.');
export type PartnerOrder = z.infer<typeof partnerOrder>;

const feedFaultCodes = [
  'invalid_item_code',
  'invalid_quantity',
  'negative_quantity',
  'invalid_updated_at',
  'duplicate_item_code',
] as const;
const feedFault = z.object({
  row: z.int().min(1).describe('Row number; in a CSV file, the line after the header is row 1.'),
  code: explained(z.enum(feedFaultCodes), 'Why the row was rejected.', {
    invalid_item_code: 'the code does not have the documented format.',
    invalid_quantity: 'the quantity is not a whole number.',
    negative_quantity: 'the quantity is below 0.',
    invalid_updated_at: 'the time is not RFC 3339.',
    duplicate_item_code: 'the item is listed twice.',
  }),
});
export const stockFeed = z
  .object({
    object: objectType('stock_feed'),
    id: z.string().describe('Id of the feed: `sf_` and a ULID.'),
    accepted: z.int().min(0).describe('Number of accepted rows.'),
    rejected: z.int().min(0).describe('Number of rejected rows.'),
    errors: z.array(feedFault).describe('Reasons for rejected rows; the first 1000.'),
  })
  .describe('Result of a stock feed: accepted and rejected rows.');
export type FeedFault = z.infer<typeof feedFault>;
