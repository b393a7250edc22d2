import { z } from 'zod';
import { objectType, quoteId, serviceName, skuCode } from '../description.ts';
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
import { dryIceKg, jobProfile } from '../temperature-profiles.ts';

export const priceLine = z.object({
  label: z.string().describe('Description of the component, e.g. `Distance beyond 15 km: 7 km`.'),
  amount_cents: cents.describe('Amount of the component in cents, excluding VAT.'),
});

const totalCents = cents.describe('Amount due in cents: `amount_cents` plus `vat_cents`.');
const bookVersion = z.string().describe('Version of the price book used, e.g. `2026-11`.');

export const quote = z
  .object({
    object: objectType('quote'),
    id: quoteId,
    expires_at: timestamp.describe('When the price expires, UTC: 15 minutes after creation.'),
    sku: skuCode.describe('Priced SKU; for STAT its upgrade, if the SKU has one.'),
    priority,
    km: z.number().min(0).describe('Priced distance in kilometres.'),
    lines: z
      .array(priceLine)
      .describe('Components of the price, in order. Their sum is `amount_cents`.'),
    amount_cents: cents.describe('Sum of the lines in cents, excluding VAT.'),
    vat_cents: cents.describe('VAT on the amount in cents, rounded half up.'),
    total_cents: totalCents,
    currency,
    vat_inclusive: z.boolean().describe('Always `false`: `amount_cents` excludes VAT.'),
    sla_minutes: z
      .int()
      .positive()
      .describe('Service window in minutes, from the booking to the hand-over.'),
    price_book_version: bookVersion,
    temperature_profile: z
      .string()
      .nullable()
      .default(null)
      .describe('Temperature profile of the jobs that it books; null without one.'),
    dry_ice_kg: dryIceKg
      .nullable()
      .default(null)
      .describe('Net mass of dry ice in each parcel in kilograms; null if there is none.'),
  })
  .describe('A price held for 15 minutes. It can be booked more than once until it expires.');
export type Quote = z.infer<typeof quote>;

export const quoteList = z
  .object({
    object: objectType('list'),
    price_book_version: bookVersion,
    data: z
      .array(z.object({ id: quoteId, sku: skuCode, total_cents: totalCents }))
      .describe('Your quotes that have not expired, newest first.'),
    quotable_skus: z
      .array(
        z.object({
          sku: skuCode,
          name: serviceName,
          unit: z.string().describe('Unit of the price, e.g. `per job`.'),
          price_cents: cents.describe('Base price in cents, before VAT, distance and timing.'),
        }),
      )
      .describe('All SKUs of the current price book that can be quoted.'),
  })
  .describe('Your held quotes and all quotable SKUs.');

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
  km: z.number().min(0),
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
  /** As quoted. A job keeps it beside its price. */
  temperature_profile: jobProfile.optional(),
});
export type Priced = z.infer<typeof priced>;

/** Every number behind the prices of the current book; amounts exclude VAT. */
export const priceList = z.object({
  price_book_version: z.string(),
  vat_percent: vatPercent,
  extra_parcel_cents: cents,
  /** Factors of the base price. */
  timing_factors: z.record(timing, z.number()),
  skus: z.array(
    z.object({
      sku: z.string(),
      name: z.string(),
      unit: z.string(),
      price_cents: cents,
      included_km: z.number(),
      per_km_cents: cents,
      sla_minutes: z.record(priority, z.int()),
      default_priority: priority,
      /** The SKU that is priced instead at priority `stat`. */
      stat_upgrade: z.string().nullable(),
      delivery: z.boolean(),
    }),
  ),
});
export type PriceList = z.infer<typeof priceList>;

/** Why there is no price. */
export const unpriced = z.object({
  code: z.enum(['unknown_sku', 'quote_not_found', 'quote_expired']),
  detail: z.string(),
});
