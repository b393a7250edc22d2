import { worker } from '../define.ts';
import { saveLastUses } from '../store/credential-lists.ts';
import { flushUses, splitUses } from '../workflows/last-uses.ts';

const intervalMs = 10_000;

/** In every replica: each writes what it verified itself. */
export const recordLastUses = worker('record-last-uses', ({ config, poll, transaction }) =>
  poll({
    idleMs: intervalMs,
    pass: async () => {
      await flushUses(config, (uses) => transaction(({ db }) => saveLastUses(db, splitUses(uses))));
      return false;
    },
  }),
);
