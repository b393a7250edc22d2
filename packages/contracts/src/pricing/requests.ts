import { z } from 'zod';
import { km, parcels, priority, timing } from '../primitives.ts';
import { requestedProfile } from '../temperature-profiles.ts';

export const families = ['lab', 'blood', 'pharmacy', 'wholesale', 'hospital', 'other'] as const;

export const priceRequest = z.object({
  sku: z
    .string()
    .min(1)
    .max(64)
    .describe('SKU of the price book, e.g. `LAB-STD`; `GET /quotes` lists them.'),
  km: km
    .optional()
    .describe(
      'Route distance in km, at most three decimals. Defaults to the distance included in the SKU; for a direct booking, to the distance between the sites.',
    ),
  priority: priority.optional(),
  timing: timing.optional(),
  parcels: parcels.optional(),
});
export type PriceRequest = z.infer<typeof priceRequest>;
export const quoteRequest = priceRequest.extend(requestedProfile);

export const priceIssues = {
  'priority.invalid_value': 'invalid_priority',
  'timing.invalid_value': 'invalid_timing',
} as const;
export const priceRefusals = ['unknown_sku', 'invalid_priority', 'invalid_timing'] as const;
