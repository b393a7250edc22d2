/** Entries, their tree, its tiles and its proofs, by `@svc/proof`: the code that verifiers run. */
import type { LogEntry } from '@svc/contracts';
import { FormatError } from '@svc/proof/log/bytes';
import { parseSignedCheckpoint } from '@svc/proof/log/checkpoint';
import { compactCheckpoint } from '@svc/proof/log/compact-checkpoint';
import { parseTilePath, type Tile } from '@svc/proof/log/tile';
import { logEntryText } from '@svc/proof/verify/log-entry';

export { sameBytes } from '@svc/proof/log/bytes';
export { formatEntryBundle } from '@svc/proof/log/entry-bundle';
export { formatLogProof } from '@svc/proof/log/log-proof';
export { emptyRoot, hashLeaf } from '@svc/proof/log/merkle';
export { type Tile, tileOf } from '@svc/proof/log/tile';
export {
  appendLeaves,
  consistencyProof,
  inclusionProof,
  rootHash,
  type TileReader,
} from '@svc/proof/log/tree';

/** A signed note in few bytes, for the extra data of a proof. */
export const compactNote = (note: string): Uint8Array<ArrayBuffer> =>
  compactCheckpoint(parseSignedCheckpoint(note));

/** Undefined for anything but the one spelling of a tile. */
export function readTilePath(path: string): Tile | undefined {
  try {
    return parseTilePath(path);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** An entry as it is stored and hashed: the text that verifiers compute. */
export function entryBody(entry: LogEntry): { body: string; bytes: Uint8Array } {
  const body = logEntryText(entry);
  return { body, bytes: Buffer.from(body, 'utf8') };
}
