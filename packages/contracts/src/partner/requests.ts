import { z } from 'zod';
import { instant, opaqueId, parcels, requiredText, temperatureClass } from '../primitives.ts';

/** A code, not a name: no spaces. Case-sensitive. */
export const itemCode = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,39}$/);

export const orderItem = z.object({ item_code: itemCode, quantity: z.int().min(1).max(9_999) });

/** Items and drop-off of an order. */
export const orderTrip = z.object({
  pickup_site_id: requiredText(64),
  dropoff_site_id: requiredText(64),
  items: z.array(orderItem).min(1).max(100),
  /** When it will be packed; by default it is. */
  ready_at: instant.optional(),
  temperature_class: temperatureClass.default('ambient'),
  parcels: parcels.default(1),
});
export type OrderTrip = z.output<typeof orderTrip>;

export const feedModes = ['full', 'delta'] as const;
/** A JSON feed. Rows are validated one by one; an unknown field refuses the whole feed. */
export const stockFeedRequest = z.object({
  site_id: opaqueId,
  mode: z.enum(feedModes),
  items: z
    .array(z.object({ item_code: itemCode, quantity: z.int().min(0), updated_at: instant }))
    .max(10_000),
});
export const exampleStockFeed: z.input<typeof stockFeedRequest> = {
  site_id: 'ph-0',
  mode: 'delta',
  items: [{ item_code: '700123', quantity: 12, updated_at: '2026-11-02T08:00:00Z' }],
};
