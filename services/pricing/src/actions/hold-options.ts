import { newId } from '@svc/kit/ids';
import { command } from '../define.ts';
import { optionsOf } from '../domain/price.ts';
import { holdPrice, toResource } from '../domain/quote.ts';
import { getCurrentBook } from '../store/price-books.ts';
import { insertQuotes } from '../store/quotes.ts';

export const holdOptions = command('holdOptions', {
  handle: async (wanted, { db, tenant, now }) => {
    const options = optionsOf(await getCurrentBook(db), wanted);
    const quotes = options.map((priced) => holdPrice(priced, newId('q_', now), now));
    await insertQuotes(db, tenant, quotes);
    return { quotes: quotes.map(toResource) };
  },
});
