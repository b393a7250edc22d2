import { z } from 'zod';
import { publicEvent } from '../define.ts';
import { quoteId, skuCode } from '../description.ts';
import { cents, empty, timestamp } from '../primitives.ts';

export const pricingEvents = {
  'quote.created': publicEvent({
    description: 'A quote was created and is held for 15 minutes.',
    data: z.object({
      quote_id: quoteId,
      sku: skuCode,
      total_cents: cents.describe('Amount due in cents, including VAT.'),
      expires_at: timestamp.describe('When the price expires, UTC.'),
    }),
    internals: empty,
    example: {
      quote_id: 'q_01KAK7QW3ZC5V8M2N4P6R8T0XF',
      sku: 'LAB-STD',
      total_cents: 21_275,
      expires_at: '2026-11-02T08:15:00.000Z',
    },
  }),
};
