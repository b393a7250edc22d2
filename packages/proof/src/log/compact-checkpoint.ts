/**
 * A cosigned checkpoint in few bytes, for the extra data of a proof: without origin and names of keys, which
 * its reader has. A text would carry each signature in base64 twice.
 *
 *     1 byte     1, which begins no text
 *     8 bytes    size, big-endian
 *     32 bytes   root
 *     signatures, each: 4 bytes id of its key, 1 byte length, the signature
 */
import { concat, FormatError, toHex } from './bytes.ts';
import { formatCheckpoint, type SignedCheckpoint } from './checkpoint.ts';
import { hashLength } from './merkle.ts';
import type { Note, NoteSignature } from './note.ts';
import type { NoteKey } from './note-key.ts';

const version = 1;
const headLength = 1 + 8 + hashLength;

export const isCompact = (bytes: Uint8Array): boolean => bytes[0] === version;

/** Expects a checkpoint without extensions, as a log of this repository signs it. */
export function compactCheckpoint({ checkpoint, note }: SignedCheckpoint): Uint8Array<ArrayBuffer> {
  if (checkpoint.extensions.length > 0) throw new FormatError('extensions have no compact form');
  const size = new Uint8Array(8);
  new DataView(size.buffer).setBigUint64(0, BigInt(checkpoint.size));
  const signatures = note.signatures.map(({ id, bytes }) => {
    const parts = id.match(/../g) ?? [];
    return concat(
      Uint8Array.from([...parts.map((byte) => Number.parseInt(byte, 16)), bytes.length]),
      bytes,
    );
  });
  return concat(Uint8Array.of(version), size, checkpoint.root, ...signatures);
}

/** The signed note again, with the signatures of these keys. Throws FormatError. */
export function expandCheckpoint(
  bytes: Uint8Array<ArrayBuffer>,
  { origin, keys }: { origin: string; keys: readonly NoteKey[] },
): SignedCheckpoint {
  if (!isCompact(bytes) || bytes.length < headLength) throw new FormatError('it is cut off');
  const size = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(1));
  if (!Number.isSafeInteger(size)) throw new FormatError('it is above 2^53 - 1');
  const checkpoint = { origin, size, root: bytes.slice(9, headLength), extensions: [] };
  const signatures: NoteSignature[] = [];
  for (let at = headLength; at < bytes.length; ) {
    const [id, end] = [toHex(bytes.subarray(at, at + 4)), at + 5 + (bytes[at + 4] ?? 0)];
    if (end > bytes.length || end === at + 5) throw new FormatError('a signature is cut off');
    const own = keys.filter((key) => key.id === id);
    signatures.push(...own.map(({ name }) => ({ name, id, bytes: bytes.slice(at + 5, end) })));
    at = end;
  }
  const note: Note = { text: formatCheckpoint(checkpoint), signatures };
  return { checkpoint, note };
}
