import { builtInProfile } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import { command, query } from '../define.ts';
import { optionsOf, priceOf } from '../domain/price.ts';
import { holdPrice, quotedPrice, toResource } from '../domain/quote.ts';
import { getCurrentBook } from '../store/price-books.ts';
import { insertQuotes, listUnexpired } from '../store/quotes.ts';

export const createQuote = command('createQuote', {
  /** The tenant's own profiles, where the request may name one of them. */
  gather: async ({ temperature_profile: name }, { clients }) =>
    name === undefined || builtInProfile(name)
      ? []
      : (await clients.accounts.getPolicies({})).temperature_profiles,
  handle: async (request, { db, tenant, now, emit, gathered: profiles }) => {
    const priced = quotedPrice(priceOf(await getCurrentBook(db), request), request, profiles);
    const quote = holdPrice(priced, newId('q_', now), now);
    await insertQuotes(db, tenant, [quote]);
    const resource = toResource(quote);
    const { id: quote_id, sku, total_cents, expires_at } = resource;
    emit('quote.created', { quote_id, sku, total_cents, expires_at }, {});
    return resource;
  },
});

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

export const holdOptions = command('holdOptions', {
  handle: async (wanted, { db, tenant, now }) => {
    const options = optionsOf(await getCurrentBook(db), wanted);
    const quotes = options.map((priced) => holdPrice(priced, newId('q_', now), now));
    await insertQuotes(db, tenant, quotes);
    return { quotes: quotes.map(toResource) };
  },
});
