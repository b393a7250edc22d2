import { newId } from '@svc/kit/ids';
import { command } from '../define.ts';
import { priceOf } from '../domain/price.ts';
import { holdPrice, toResource } from '../domain/quote.ts';
import { getCurrentBook } from '../store/price-books.ts';
import { insertQuotes } from '../store/quotes.ts';

export const createQuote = command('createQuote', {
  handle: async (request, { db, tenant, now, emit }) => {
    const priced = priceOf(await getCurrentBook(db), request);
    const quote = holdPrice(priced, newId('q_', now), now);
    await insertQuotes(db, tenant, [quote]);
    const resource = toResource(quote);
    const { id: quote_id, sku, total_cents, expires_at } = resource;
    emit('quote.created', { quote_id, sku, total_cents, expires_at }, {});
    return resource;
  },
});
