import { newId } from '@svc/kit/ids';
import { Refusal } from '@svc/kit/refusal';
import { command } from '../define.ts';
import { asOf, readRows } from '../domain/feed.ts';
import { readFeed } from '../feed-file.ts';
import { dropCountedMovements, lockShelf, mergeStock, replaceStock } from '../store/stock.ts';

const errorsMax = 1_000;

export const feedStock = command('feedStock', {
  gather: async (upload, { now, clients, config }) => {
    const { rows, ...feed } = await readFeed(upload, config);
    const { sites } = await clients.accounts.bookingSites({ site_ids: [feed.site_id] });
    if (sites.length === 0) {
      throw new Refusal('unknown_site', 'site_id is neither a site of yours nor one shared.');
    }
    return { ...feed, read: readRows(rows, now) };
  },
  handle: async (_upload, { db, tenant, now, facts: { site_id, mode, read } }) => {
    const shelf = { tenant, site_id };
    const { rows, listed, faults } = read;
    const full_as_of = await lockShelf(db, shelf);
    const moment = mode === 'full' ? (asOf(read) ?? now) : null;
    await mergeStock(db, shelf, { rows, as_of: moment, full_as_of });
    if (moment && (full_as_of === null || moment > full_as_of)) {
      await replaceStock(db, shelf, { listed, as_of: moment });
    }
    await dropCountedMovements(db, shelf);
    return {
      object: 'stock_feed' as const,
      id: newId('sf_', now),
      accepted: rows.length,
      rejected: faults.length,
      errors: faults.slice(0, errorsMax),
    };
  },
});
