import { z } from 'zod';
import {
  cents,
  currency,
  parcels,
  priority,
  requirements,
  temperatureClass,
  timestamp,
  timing,
} from '../primitives.ts';

export const priceLine = z.object({ label: z.string(), amount_cents: cents });

export const quote = z.object({
  object: z.literal('quote'),
  id: z.string(),
  expires_at: timestamp,
  sku: z.string(),
  priority,
  km: z.number(),
  lines: z.array(priceLine),
  amount_cents: cents,
  vat_cents: cents,
  total_cents: cents,
  currency,
  vat_inclusive: z.boolean(),
  sla_minutes: z.int().positive(),
  price_book_version: z.string(),
});
export type Quote = z.infer<typeof quote>;

export const quoteList = z.object({
  object: z.literal('list'),
  price_book_version: z.string(),
  data: z.array(z.object({ id: z.string(), sku: z.string(), total_cents: cents })),
  quotable_skus: z.array(
    z.object({ sku: z.string(), name: z.string(), unit: z.string(), price_cents: cents }),
  ),
});

/**
 * VAT of a price, in whole percent. Prices that were stored before their rate was bear the standard
 * rate since 1 April 2018 (Value-Added Tax Act, section 7(1)).
 */
export const vatPercent = z.int().min(0).max(100).default(15);

/** A price and the properties of its SKU, as a job keeps them. `base_cents` is the first line. */
export const priced = z.object({
  sku: z.string(),
  service: z.string(),
  priority,
  km: z.number(),
  parcels,
  timing,
  lines: z.array(priceLine),
  base_cents: cents,
  amount_cents: cents,
  vat_cents: cents,
  vat_percent: vatPercent,
  sla_minutes: z.int().positive(),
  delivery: z.boolean(),
  temperature_class: temperatureClass.nullable(),
  un_number: z.string(),
  requirements,
  price_book_version: z.string(),
});
export type Priced = z.infer<typeof priced>;

/** Why there is no price. */
export const unpriced = z.object({
  code: z.enum(['unknown_sku', 'quote_not_found', 'quote_expired']),
  detail: z.string(),
});
