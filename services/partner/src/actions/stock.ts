import { newId } from '@svc/kit/ids';
import { readStockFeed } from '../adapters/stock-feed/feed-file.ts';
import { command } from '../define.ts';
import { feedAsOf, parseRows } from '../domain/feed.ts';
import { unknownSite } from '../domain/sites.ts';
import { deleteCountedMovements, lockStockSite, mergeStock, replaceStock } from '../store/stock.ts';

const errorsMax = 1_000;

export const feedStock = command('feedStock', {
  gather: async (upload, { now, clients, config }) => {
    const { rows, ...feed } = await readStockFeed(upload, config);
    const { sites } = await clients.accounts.bookingSites({ site_ids: [feed.site_id] });
    if (sites.length === 0) {
      throw unknownSite('site_id');
    }
    return { ...feed, read: parseRows(rows, now) };
  },
  handle: async (_upload, { db, tenant, now, gathered: { site_id, mode, read } }) => {
    const shelf = { tenant, site_id };
    const { rows, listed, faults } = read;
    const full_as_of = await lockStockSite(db, shelf);
    const moment = mode === 'full' ? (feedAsOf(read) ?? now) : null;
    await mergeStock(db, shelf, { rows, as_of: moment, full_as_of });
    if (moment && (full_as_of === null || moment > full_as_of)) {
      await replaceStock(db, shelf, { listed, as_of: moment });
    }
    await deleteCountedMovements(db, shelf);
    return {
      object: 'stock_feed' as const,
      id: newId('sf_', now),
      accepted: rows.length,
      rejected: faults.length,
      errors: faults.slice(0, errorsMax),
    };
  },
});
