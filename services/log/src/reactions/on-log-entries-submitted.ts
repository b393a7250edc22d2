import { entryBody, hashLeaf } from '../adapters/merkle-tree.ts';
import { onBatch } from '../define.ts';
import { insertEntries } from '../store/entries.ts';

/** Entries wait for the sequencer in the order of the events; those that the log has are left out. */
export const onLogEntriesSubmitted = onBatch(
  'custody',
  'log_entries.submitted',
  async (events, { db, now, of }) => {
    const entries = events.flatMap(({ data }) =>
      data.entries.map((entry) => {
        const { body, bytes } = entryBody(entry);
        return { body, leaf_hash: Buffer.from(hashLeaf(bytes)), submitted_at: now };
      }),
    );
    await insertEntries(db, entries);
    for (const event of events) of(event).wake('sequence-entries');
  },
  { inAnyOrder: true },
);
