import { query } from '../define.ts';
import { getCurrentBook } from '../store/price-books.ts';
import { listUnexpired } from '../store/quotes.ts';

export const listQuotes = query('listQuotes', async (_, { db, tenant, now }) => {
  const [book, data] = await Promise.all([getCurrentBook(db), listUnexpired(db, tenant, now)]);
  return {
    object: 'list' as const,
    price_book_version: book.version,
    data,
    quotable_skus: book.skus.map(({ sku, name, unit, price_cents }) => ({
      sku,
      name,
      unit,
      price_cents,
    })),
  };
});
