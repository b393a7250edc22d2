import { query } from '../define.ts';
import { pricesOf } from '../domain/quote.ts';
import { getCurrentBook } from '../store/price-books.ts';
import { listQuotesById } from '../store/quotes.ts';

export const prices = query('prices', async ({ requests }, { db, tenant, now }) => {
  const ids = requests.flatMap((request) => ('quote_id' in request ? [request.quote_id] : []));
  const quotes = ids.length > 0 ? await listQuotesById(db, tenant, ids) : [];
  return { prices: pricesOf(requests, { book: await getCurrentBook(db), quotes, now }) };
});
