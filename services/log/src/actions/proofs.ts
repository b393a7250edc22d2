import { compactNote, formatLogProof, inclusionProof } from '../adapters/merkle-tree.ts';
import { query } from '../define.ts';
import { findFirstCosigned, findNotesBefore, findPublished } from '../store/checkpoints.ts';
import { findIndexes } from '../store/entries.ts';
import { tileReader } from '../workflows/tile-reader.ts';

/**
 * A tlog-proof for each leaf hash. Upper bound of the time of logging: its checkpoint is the first over the
 * entry that the quorum has cosigned, the same one whenever the proof is fetched; the newest published one
 * where the quorum has cosigned none yet. Lower bound: its extra data is the last checkpoint that the quorum
 * cosigned without the entry.
 */
export const proofs = query('proofs', async ({ leaf_hashes }, { db, config }) => {
  const indexes = await findIndexes(
    db,
    leaf_hashes.map((hash) => Buffer.from(hash, 'hex')),
  );
  const published = await findPublished(db);
  const isWitnessed = config.SVC_LOG_WITNESSES.length > 0;
  const wanted = isWitnessed ? [...new Set(indexes.values())] : [];
  const first = await findFirstCosigned(db, wanted, config.SVC_LOG_QUORUM);
  const earlier = await findNotesBefore(db, wanted, config.SVC_LOG_QUORUM);
  const read = tileReader(db);
  const prove = async (hash: string): Promise<string | null> => {
    const index = indexes.get(hash);
    if (index === undefined) return null;
    const head = first.get(index) ?? published;
    if (!head || index >= head.size) return null;
    const hashes = await inclusionProof(read, index, head.size);
    const before = earlier.get(index);
    const extra = before === undefined ? null : compactNote(before);
    return formatLogProof({ extra, index, hashes, checkpoint: head.note });
  };
  return { proofs: await Promise.all(leaf_hashes.map(prove)) };
});
