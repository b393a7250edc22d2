/** Entries, their tree, its tiles and its proofs, by `@svc/tlog` and `@svc/verify`: the code that verifiers run. */
import type { LogEntry } from '@svc/contracts';
import { FormatError } from '@svc/tlog/bytes';
import { parseSignedCheckpoint } from '@svc/tlog/checkpoint';
import { compactCheckpoint } from '@svc/tlog/compact-checkpoint';
import { parseTilePath, type Tile } from '@svc/tlog/tile';
import { logEntryText } from '@svc/verify/log-entry';

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
