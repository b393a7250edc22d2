import { z } from 'zod';
import { publicEvent } from '../define.ts';
import { invoiceId } from '../description.ts';
import { cents, currency, empty } from '../primitives.ts';
import { balanceCents, notInclusive, period } from './resource.ts';

export const billingEvents = {
  'invoice.issued': publicEvent({
    description: 'The invoice for a month was issued.',
    data: z.object({
      invoice_id: invoiceId,
      period,
      amount_cents: cents.describe('Sum of the lines in cents, excluding VAT.'),
      currency,
      vat_inclusive: notInclusive,
    }),
    internals: z.object({ number: z.string(), total_cents: cents }),
    example: {
      invoice_id: 'inv_01KAK7QW3ZC5V8M2N4P6R8T0XG',
      period: '2026-11',
      amount_cents: 1_850_000,
      currency: 'ZAR',
      vat_inclusive: false,
    },
  }),
  'statement.issued': publicEvent({
    description: 'The statement for a month was issued.',
    data: z.object({
      statement_id: z.string().describe('Id of the statement: `st_` and a ULID.'),
      period,
      balance_cents: balanceCents,
      currency,
    }),
    internals: empty,
    example: {
      statement_id: 'st_01KAK7QW3ZC5V8M2N4P6R8T0XH',
      period: '2026-11',
      balance_cents: 2_127_500,
      currency: 'ZAR',
    },
  }),
  'payout.sent': publicEvent({
    description: "A month's payout for delivered partner orders was sent.",
    data: z.object({
      payout_id: z.string().describe('Id of the payout: `pay_` and a ULID.'),
      amount_cents: cents.describe('Amount paid out, in South African cents.'),
      currency,
    }),
    internals: z.object({ period, orders: z.int() }),
    example: {
      payout_id: 'pay_01KAK7QW3ZC5V8M2N4P6R8T0XJ',
      amount_cents: 45_000,
      currency: 'ZAR',
    },
  }),
};
