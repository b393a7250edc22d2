import { formatLogProof, inclusionProof } from '../adapters/merkle-tree.ts';
import { query } from '../define.ts';
import { findCosigned, findPublished } from '../store/checkpoints.ts';
import { findIndexes } from '../store/entries.ts';
import { tileReader } from '../workflows/tile-reader.ts';

/** In the newest checkpoint that the quorum has cosigned; in the newest of all where it is older. */
export const proofs = query('proofs', async ({ leaf_hashes }, { db, config }) => {
  const indexes = await findIndexes(
    db,
    leaf_hashes.map((hash) => Buffer.from(hash, 'hex')),
  );
  const published = await findPublished(db);
  const cosigned =
    config.SVC_LOG_WITNESSES.length > 0 ? await findCosigned(db, config.SVC_LOG_QUORUM) : undefined;
  const read = tileReader(db);
  const prove = async (hash: string): Promise<string | null> => {
    const index = indexes.get(hash);
    if (index === undefined) return null;
    const head = cosigned && index < cosigned.size ? cosigned : published;
    if (!head || index >= head.size) return null;
    const hashes = await inclusionProof(read, index, head.size);
    return formatLogProof({ extra: null, index, hashes, checkpoint: head.note });
  };
  return { proofs: await Promise.all(leaf_hashes.map(prove)) };
});
