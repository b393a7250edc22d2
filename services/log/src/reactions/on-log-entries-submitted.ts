import { entryBody, hashLeaf } from '../adapters/merkle-tree.ts';
import { on } from '../define.ts';
import { insertEntries } from '../store/entries.ts';

/** Entries wait for the sequencer in the order of the event; those that the log has are left out. */
export const onLogEntriesSubmitted = on(
  'custody',
  'log_entries.submitted',
  async ({ data }, { db, now, wake }) => {
    const entries = data.entries.map((entry) => {
      const { body, bytes } = entryBody(entry);
      return { body, leaf_hash: Buffer.from(hashLeaf(bytes)), submitted_at: now };
    });
    await insertEntries(db, entries);
    wake('sequence-entries');
  },
  { inAnyOrder: true },
);
