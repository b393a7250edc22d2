import { query } from '../define.ts';
import { priceListOf, priceOf } from '../domain/price.ts';
import { heldPriceOf, pricesOf } from '../domain/quote.ts';
import { getCurrentBook } from '../store/price-books.ts';
import { findQuote, listQuotesById } from '../store/quotes.ts';

export const price = query('price', async (request, { db }) =>
  priceOf(await getCurrentBook(db), request),
);

export const heldPrice = query('heldPrice', async ({ quote_id }, { db, tenant, now }) =>
  heldPriceOf(await findQuote(db, tenant, quote_id), now),
);

export const prices = query('prices', async ({ requests }, { db, tenant, now }) => {
  const ids = requests.flatMap((request) => ('quote_id' in request ? [request.quote_id] : []));
  const quotes = ids.length > 0 ? await listQuotesById(db, tenant, ids) : [];
  return { prices: pricesOf(requests, { book: await getCurrentBook(db), quotes, now }) };
});

export const currentPrices = query('currentPrices', async (_, { db }) =>
  priceListOf(await getCurrentBook(db)),
);

export const currentVersion = query('currentVersion', async (_, { db }) => ({
  price_book_version: (await getCurrentBook(db)).version,
}));
