import { every } from '../define.ts';
import { purgeCollections } from '../store/manifests.ts';
import { purgeHeldQuotes } from '../store/orders.ts';

const batchMax = 1_000;
const dayMs = 24 * 60 * 60_000;
/** Kept for late replies, and for manifests that arrive after the collection. */
const quotesKeptMs = dayMs;
const collectionsKeptMs = 7 * dayMs;

export const purgeExpired = every('purge', '17 * * * *', async ({ db, now }) => {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const quotes = await purgeHeldQuotes(db, before(quotesKeptMs), batchMax);
  const collections = await purgeCollections(db, before(collectionsKeptMs), batchMax);
  return quotes === batchMax || collections === batchMax ? 'again' : undefined;
});
