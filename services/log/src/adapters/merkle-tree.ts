/** The tree, its tiles and its proofs, by `@svc/tlog`: the code that verifiers run. */
import { FormatError } from '@svc/tlog/bytes';
import { parseTilePath, type Tile } from '@svc/tlog/tile';

export { sameBytes } from '@svc/tlog/bytes';
export { formatEntryBundle } from '@svc/tlog/entry-bundle';
export { formatLogProof } from '@svc/tlog/log-proof';
export { emptyRoot, hashLeaf } from '@svc/tlog/merkle';
export { type Tile, tileOf } from '@svc/tlog/tile';
export {
  appendLeaves,
  consistencyProof,
  inclusionProof,
  rootHash,
  type TileReader,
} from '@svc/tlog/tree';

/** Undefined for anything but the one spelling of a tile. */
export function readTilePath(path: string): Tile | undefined {
  try {
    return parseTilePath(path);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
