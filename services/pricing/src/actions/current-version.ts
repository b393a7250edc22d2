import { query } from '../define.ts';
import { getCurrentBook } from '../store/price-books.ts';

export const currentVersion = query('currentVersion', async (_, { db }) => ({
  price_book_version: (await getCurrentBook(db)).version,
}));
