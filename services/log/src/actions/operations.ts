import { BadInput, Refusal } from '@svc/kit/refusal';
import { logOriginOf } from '@svc/kit/settings';
import { openTreeHead } from '../adapters/log-key.ts';
import { command, query } from '../define.ts';
import { deleteAllCheckpoints, findPublished } from '../store/checkpoints.ts';
import { countWaiting, forgetPlaces } from '../store/entries.ts';
import { deleteTiles } from '../store/tiles.ts';
import { findTree, goOn, lockTreePatiently, readClusterHistory } from '../store/tree.ts';
import { deleteWitnessStates, listWitnessStates } from '../store/witnesses.ts';
import { replaceTree } from '../workflows/sequence-entries.ts';
import { findContradiction, findMissing } from '../workflows/witness-contradiction.ts';

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
  gather: async ({ checkpoint }, context) => {
    const history = await readClusterHistory(context.db);
    const tree = await findTree(context.db);
    const shown = tree && (await openTreeHead(checkpoint, tree.vkey));
    if (!shown) throw new BadInput([notSigned]);
    const missing = [
      await findMissing(context, tree, { ...shown, whose: 'the checkpoint covers' }),
      ...(await Promise.all(
        context.config.SVC_LOG_WITNESSES.map((witness) =>
          findContradiction(context, witness, tree),
        ),
      )),
    ];
    const [reason] = missing.flatMap((each) => each ?? []);
    if (reason !== undefined) {
      throw new Refusal('log_rolled_back', `The log is to be started anew: ${reason}.`);
    }
    return { history };
  },
  handle: async (_input, { db, gathered: { history }, wake, log }) => {
    const { size = 0 } = (await lockTreePatiently(db)) ?? {};
    await goOn(db, history);
    log.warn({ size }, 'an operator lets the log go on');
    wake('sequence-entries');
    return { size };
  },
});

const notSigned = {
  path: ['checkpoint'],
  code: 'not_signed',
  message: 'is not signed by the key of this log',
};

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
