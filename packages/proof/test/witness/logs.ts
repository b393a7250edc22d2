/** A log in memory that signs whatever a test wants. */
import { utf8 } from '../../src/log/bytes.ts';
import { signCheckpoint } from '../../src/log/checkpoint.ts';
import { emptyRoot, hashLeaf } from '../../src/log/merkle.ts';
import { cosignatureType, type NoteSigner } from '../../src/log/note-key.ts';
import { formatSubmission } from '../../src/log/submission.ts';
import { consistencyProof, rootHash } from '../../src/log/tree.ts';
import { signerOf, Tiles } from '../log/trees.ts';

export const logSigner = (origin = 'log.example') => signerOf(origin);
export const witnessSigner = () => signerOf('witness.example/w1', cosignatureType);

export type Log = ReturnType<typeof createLog>;

/** A log of a given history; two with different histories are a fork. */
export function createLog(signer: NoteSigner, history = 'a') {
  const tiles = new Tiles();
  return {
    /** The body of add-checkpoint from one size to another. */
    submission: async (oldSize: number, newSize: number): Promise<string> => {
      while (tiles.size < newSize) {
        const { size } = tiles;
        await tiles.append([hashLeaf(utf8(`${size < 2 ? 'a' : history} ${size}`))]);
      }
      const root = newSize === 0 ? emptyRoot : await rootHash(tiles.read, newSize);
      const checkpoint = await signCheckpoint({ size: newSize, root }, signer);
      const hashes = oldSize < newSize ? await consistencyProof(tiles.read, oldSize, newSize) : [];
      return formatSubmission({ oldSize, hashes, checkpoint });
    },
  };
}
