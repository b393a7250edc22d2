import { query } from '../define.ts';
import { priceOf } from '../domain/price.ts';
import { getCurrentBook } from '../store/price-books.ts';

export const price = query('price', async (request, { db }) =>
  priceOf(await getCurrentBook(db), request),
);
