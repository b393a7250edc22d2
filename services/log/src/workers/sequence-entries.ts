import { worker } from '../define.ts';
import { hasWaiting } from '../store/entries.ts';
import { findTree } from '../store/tree.ts';
import { createTree, sequenceEntries } from '../workflows/sequence-entries.ts';

/** Runs in every replica; a row lock lets one of them sequence at a time. */
export const sequenceWaiting = worker('sequence-entries', ({ config, db, poll, transaction }) => {
  let isCreated = false;
  return poll({
    idleMs: config.SVC_LOG_POLL_MS,
    gatherMs: config.SVC_LOG_POLL_MS,
    failure: 'entries could not be sequenced',
    pass: async () => {
      if (!isCreated) {
        if (!(await findTree(db))) await transaction(createTree);
        isCreated = true;
      }
      return (await hasWaiting(db)) && transaction(sequenceEntries);
    },
  });
});
