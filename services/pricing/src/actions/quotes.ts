import { builtInProfile, type OwnProfile } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import { command, type PricingClients, query } from '../define.ts';
import { optionsOf, priceOf } from '../domain/price.ts';
import { holdPrice, quotedProfile, toResource } from '../domain/quote.ts';
import { getCurrentBook } from '../store/price-books.ts';
import { insertQuotes, listUnexpired } from '../store/quotes.ts';

/** The tenant's own profiles, where the request may name one of them. */
const ownProfiles = async (
  { temperature_profile: name }: { temperature_profile?: string | undefined },
  { clients }: { clients: PricingClients },
): Promise<OwnProfile[]> =>
  name === undefined || builtInProfile(name)
    ? []
    : (await clients.accounts.getPolicies({})).temperature_profiles;

export const createQuote = command('createQuote', {
  gather: ownProfiles,
  handle: async (request, { db, tenant, now, emit, gathered: profiles }) => {
    const priced = priceOf(await getCurrentBook(db), request);
    const profile = quotedProfile(request, priced.temperature_class, profiles);
    const quote = holdPrice({ ...priced, ...profile }, newId('q_', now), now);
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
  gather: ownProfiles,
  handle: async (wanted, { db, tenant, now, gathered: profiles }) => {
    const profile = quotedProfile(wanted, wanted.temperature_class, profiles);
    const options = optionsOf(await getCurrentBook(db), wanted);
    const quotes = options.map((priced) =>
      holdPrice({ ...priced, ...profile }, newId('q_', now), now),
    );
    await insertQuotes(db, tenant, quotes);
    return { quotes: quotes.map(toResource) };
  },
});
