import { Refusal } from '@svc/kit/refusal';
import { logOriginOf } from '@svc/kit/settings';
import { command, query } from '../define.ts';
import { deleteAllCheckpoints, findPublished } from '../store/checkpoints.ts';
import { countWaiting, forgetPlaces } from '../store/entries.ts';
import { deleteTiles } from '../store/tiles.ts';
import { findTree, lockTreePatiently, readClusterHistory, updateTree } from '../store/tree.ts';
import { deleteWitnessStates, listWitnessStates } from '../store/witnesses.ts';
import { replaceTree } from '../workflows/sequence-entries.ts';

export const status = query('status', async (_input, { db, config }) => {
  const tree = await findTree(db);
  const { waiting } = await countWaiting(db);
  const states = await listWitnessStates(db);
  return {
    origin: tree?.origin ?? logOriginOf(config),
    size: tree?.size ?? 0,
    published_size: (await findPublished(db))?.size ?? null,
    waiting,
    halted: tree?.halted ?? null,
    witnesses: states.map(({ name, size, away_since }) => ({
      name,
      size,
      away_since: away_since?.toISOString() ?? null,
    })),
  };
});

export const resume = command('resume', {
  handle: async ({ largest_size_seen }, { db, wake, log }) => {
    const tree = await lockTreePatiently(db);
    const size = tree?.size ?? 0;
    if (largest_size_seen > size) {
      throw new Refusal('log_rolled_back', `The log has ${size} entries: start it anew.`);
    }
    await updateTree(db, { halted: null, cluster_history: await readClusterHistory(db) });
    log.warn({ size, largest_size_seen }, 'the log goes on');
    wake('sequence-entries');
    return { size };
  },
});

/**
 * Starts a log of another origin and key: all entries wait again, in their order; places, tiles, checkpoints
 * and key of the former log are deleted.
 */
export const startAnew = command('startAnew', {
  handle: async ({ origin }, context) => {
    const { db, log, wake } = context;
    const tree = await lockTreePatiently(db);
    if (!tree || tree.origin === origin) {
      throw new Refusal('log_origin_used', 'Name an origin that no log had before.');
    }
    await forgetPlaces(db);
    await deleteTiles(db);
    await deleteAllCheckpoints(db);
    await deleteWitnessStates(db);
    await replaceTree(context, origin);
    log.warn({ origin, former: tree.origin }, 'log restarted empty');
    wake('sequence-entries');
    return { waiting: (await countWaiting(db)).waiting };
  },
});
