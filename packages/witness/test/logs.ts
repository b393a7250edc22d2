/** A log in memory that signs whatever a test wants. */
import { utf8 } from '@svc/tlog/bytes';
import { signCheckpoint } from '@svc/tlog/checkpoint';
import { emptyRoot, hashLeaf } from '@svc/tlog/merkle';
import { cosignatureType, generateSecret, parseSecret, signatureType } from '@svc/tlog/note-key';
import { formatSubmission } from '@svc/tlog/submission';
import { tilePath } from '@svc/tlog/tile';
import { appendLeaves, consistencyProof, rootHash, type TileReader } from '@svc/tlog/tree';

export const logSigner = async (origin = 'log.example') =>
  parseSecret(await generateSecret(origin, signatureType));
export const witnessSigner = async () =>
  parseSecret(await generateSecret('witness.example/w1', cosignatureType));

export type Log = Awaited<ReturnType<typeof createLog>>;

/** A log of a given history; two with different histories are a fork. */
export async function createLog(signer: Awaited<ReturnType<typeof logSigner>>, history = 'a') {
  const tiles = new Map<string, Uint8Array>();
  const read: TileReader = async (tile) => tiles.get(tilePath(tile)) ?? new Uint8Array(0);
  let size = 0;
  const grow = async (to: number) => {
    for (; size < to; size += 1) {
      const leaf = hashLeaf(utf8(`${size < 2 ? 'a' : history} ${size}`));
      const { writes } = await appendLeaves(read, size, [leaf]);
      for (const { tile, bytes } of writes) tiles.set(tilePath(tile), bytes);
    }
  };
  return {
    /** The body of add-checkpoint from one size to another. */
    submission: async (oldSize: number, newSize: number): Promise<string> => {
      await grow(newSize);
      const root = newSize === 0 ? emptyRoot : await rootHash(read, newSize);
      const checkpoint = await signCheckpoint({ size: newSize, root }, signer);
      const hashes = oldSize < newSize ? await consistencyProof(read, oldSize, newSize) : [];
      return formatSubmission({ oldSize, hashes, checkpoint });
    },
  };
}
