import { z } from 'zod';
import { explained } from '../description.ts';
import { instant, opaqueId, parcels, requiredLine, temperatureClass } from '../primitives.ts';
import { requestedProfile } from '../temperature-profiles.ts';

/** A code, not a name: no spaces. Case-sensitive. */
export const itemCode = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,39}$/)
  .describe('Your item code, up to 40 characters, case-sensitive; never a medicine name.');

export const orderItem = z.object({
  item_code: itemCode,
  quantity: z.int().min(1).max(9_999).describe('Number of units ordered.'),
});

/** Items and drop-off of an order. */
export const orderTrip = z.object({
  pickup_site_id: requiredLine(64).describe('Pharmacy that packs the order: id of a site.'),
  dropoff_site_id: requiredLine(64).describe('Drop-off: id of a site.'),
  items: z.array(orderItem).min(1).max(100).describe('Ordered items, 1 to 100.'),
  ready_at: instant.optional().describe('When it will be packed, RFC 3339; defaults to now.'),
  temperature_class: temperatureClass.default('ambient'),
  parcels: parcels.default(1),
  ...requestedProfile,
});
export type OrderTrip = z.output<typeof orderTrip>;

export const feedModes = ['full', 'delta'] as const;
export const feedMode = explained(z.enum(feedModes), 'How the rows are applied.', {
  full: 'replaces the whole stock of the site: omitted items are out of stock.',
  delta: 'updates single items.',
});
export const confirmEmpty = z
  .boolean()
  .optional()
  .describe(
    '`true` confirms that an empty `full` feed is intended: the site has no stock. Otherwise an empty feed is refused, because a failed export looks the same.',
  );
/** A JSON feed. Rows are validated individually; an unknown field refuses the whole feed. */
export const stockFeedRequest = z.object({
  site_id: opaqueId.describe('Pharmacy that holds the stock: id of a site.'),
  mode: feedMode,
  confirm_empty: confirmEmpty,
  items: z
    .array(
      z.object({
        item_code: itemCode,
        quantity: z.int().min(0).describe('Units in stock.'),
        updated_at: instant.describe(
          'When the stock was counted, RFC 3339; an older count never replaces a newer one.',
        ),
      }),
    )
    .max(10_000)
    .describe('Stock by item, at most 10 000 rows, validated individually.'),
});
export const exampleStockFeed: z.input<typeof stockFeedRequest> = {
  site_id: 'ph-0',
  mode: 'delta',
  items: [{ item_code: '700123', quantity: 12, updated_at: '2026-11-02T08:00:00Z' }],
};
