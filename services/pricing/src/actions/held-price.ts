import { query } from '../define.ts';
import { heldPriceOf } from '../domain/quote.ts';
import { findQuote } from '../store/quotes.ts';

export const heldPrice = query('heldPrice', async ({ quote_id }, { db, tenant, now }) =>
  heldPriceOf(await findQuote(db, tenant, quote_id), now),
);
