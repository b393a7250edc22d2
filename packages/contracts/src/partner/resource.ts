import { z } from 'zod';
import { explained, jobRef, orderId, quoteId, skuCode } from '../description.ts';
import { cents, currency, priority, timestamp } from '../primitives.ts';
import { orderItem } from './requests.ts';

export const quoteOption = z
  .object({
    quote_id: quoteId,
    sku: skuCode,
    priority,
    total_cents: cents.describe('What is to be paid in cents, VAT included.'),
    currency,
    vat_inclusive: z.boolean().describe('Whether `amount_cents` of the quote contains VAT.'),
    sla_minutes: z.int().positive().describe('Service window in minutes, from ready to delivered.'),
    eta_minutes: z.int().min(0).describe('Minutes from now to the door.'),
  })
  .describe('A way to deliver an order, with its price.');
export type QuoteOption = z.infer<typeof quoteOption>;

const reasons = ['out_of_stock', 'closed', 'out_of_area', 'no_service'] as const;

export const partnerQuote = z
  .object({
    object: z.literal('partner_quote').describe('Names the resource: a quote for an order.'),
    id: z.string().describe('Id of this quote for the order: `pq_` and a ULID.'),
    order_id: orderId,
    available: z.boolean().describe('Whether the order can be delivered; if not, see `reason`.'),
    reason: explained(z.enum(reasons), 'Why it cannot be delivered; null when it can.', {
      out_of_stock: 'by the stock feed an item is missing.',
      closed: 'a site does not receive at that time.',
      out_of_area: 'the distance is beyond what is served.',
      no_service: 'no SKU fits the temperature class.',
    }).nullable(),
    items: z
      .array(
        z.object({
          item_code: z.string().describe('Your code of the item, as sent.'),
          requested: z.int().min(0).describe('How many units were asked for.'),
          available: z
            .int()
            .min(0)
            .nullable()
            .describe('Units in stock by the last feed; null without a feed.'),
        }),
      )
      .describe('Each item with its stock.'),
    options: z.array(quoteOption).describe('Ways to deliver it, the cheapest first.'),
    expires_at: timestamp.describe('Until when the prices are held, UTC.'),
  })
  .describe('Whether an order can be delivered, how and for how much.');
export type PartnerQuote = z.infer<typeof partnerQuote>;

const orderStatuses = ['quoted', 'ready', 'collected', 'delivered', 'failed', 'cancelled'] as const;
export const partnerOrder = z
  .object({
    object: z.literal('partner_order').describe('Names the resource: an order of a pharmacy.'),
    id: orderId,
    order_ref: z.string().describe('Your reference of the order, as sent.'),
    status: explained(z.enum(orderStatuses), 'Where the order is; it follows its job.', {
      quoted: 'priced, not packed.',
      ready: 'packed, and its job booked.',
      collected: 'with the driver.',
      delivered: 'handed over; closed.',
      failed: 'the hand-over failed: restock it; closed.',
      cancelled: 'its job was cancelled; closed.',
    }),
    sealed_bag: z.string().nullable().describe('Number of the sealed bag; null until it is ready.'),
    job_id: z.string().nullable().describe('Id of its job, `job_…`; null until it is ready.'),
    ref: jobRef.nullable().describe('Reference of its job, `SVC-…`; null until it is ready.'),
    tracking_url: z
      .url()
      .nullable()
      .describe('Public tracking page of its job; null until it is ready.'),
    ready_at: timestamp.nullable().describe('When it was marked ready, UTC; null until then.'),
    closed_at: timestamp.nullable().describe('When it was closed, UTC; null until then.'),
    pickup_site_id: z.string().describe('Pharmacy that packs the order: id of a site.'),
    dropoff_site_id: z.string().describe('Where the order is delivered: id of a site.'),
    items: z.array(orderItem).describe('What is ordered.'),
    created_at: timestamp.describe('When it was first quoted, UTC.'),
  })
  .describe('An order of a pharmacy; it follows its job.');
export type PartnerOrder = z.infer<typeof partnerOrder>;

const feedFaultCodes = [
  'invalid_item_code',
  'invalid_quantity',
  'negative_quantity',
  'invalid_updated_at',
  'duplicate_item_code',
] as const;
const feedFault = z.object({
  row: z
    .int()
    .min(1)
    .describe('Number of the row, from 1; of a CSV file the line after its header is row 1.'),
  code: explained(z.enum(feedFaultCodes), 'Why the row was left out.', {
    invalid_item_code: 'the code is not of the documented form.',
    invalid_quantity: 'the quantity is not a whole number.',
    negative_quantity: 'the quantity is below 0.',
    invalid_updated_at: 'the time is not RFC 3339.',
    duplicate_item_code: 'the item stands there twice.',
  }),
});
export const stockFeed = z
  .object({
    object: z.literal('stock_feed').describe('Names the resource: a stock feed.'),
    id: z.string().describe('Id of the feed: `sf_` and a ULID.'),
    accepted: z.int().min(0).describe('How many rows were taken.'),
    rejected: z.int().min(0).describe('How many rows were left out.'),
    errors: z.array(feedFault).describe('Why rows were left out; the first 1000.'),
  })
  .describe('What became of a stock feed: rows taken and left out.');
export type FeedFault = z.infer<typeof feedFault>;
