/** Checkpoints (tlog-checkpoint): the text of a note that states origin, size and root of a log. */
import { FormatError, fromBase64, fromDecimal, toBase64 } from './bytes.ts';
import { hashLength } from './merkle.ts';
import { checkSignatureOf, formatNote, type Note, parseNote, signNote } from './note.ts';
import type { NoteKey, NoteSigner } from './note-key.ts';
import type { TreeHead } from './proof.ts';

export interface Checkpoint extends TreeHead {
  /** Identifies the log; a URL without its scheme. */
  origin: string;
  /** Further lines, which no witness vouches for. */
  extensions: readonly string[];
}

export interface SignedCheckpoint {
  checkpoint: Checkpoint;
  note: Note;
}

export const formatCheckpoint = ({ origin, size, root, extensions }: Checkpoint): string =>
  `${[origin, String(size), toBase64(root), ...extensions].join('\n')}\n`;

/** The text of a note. Throws FormatError. */
export function parseCheckpoint(text: string): Checkpoint {
  if (!text.endsWith('\n')) throw new FormatError('the checkpoint does not end in a newline');
  const lines = text.slice(0, -1).split('\n');
  const [origin = '', size = '', encoded = '', ...extensions] = lines;
  if (lines.length < 3 || lines.includes('')) throw new FormatError('the checkpoint lacks lines');
  const root = fromBase64(encoded);
  if (root.length !== hashLength) throw new FormatError('the root has not 32 bytes');
  return { origin, size: fromDecimal(size), root, extensions };
}

/** A note whose text is a checkpoint; its signatures are not verified. Throws FormatError. */
export function parseSignedCheckpoint(text: string): SignedCheckpoint {
  const note = parseNote(text);
  return { checkpoint: parseCheckpoint(note.text), note };
}

/** A checkpoint signed by its log, as text. The key is named like the origin. */
export async function signCheckpoint(head: TreeHead, signer: NoteSigner): Promise<string> {
  const text = formatCheckpoint({ ...head, origin: signer.key.name, extensions: [] });
  return formatNote({ text, signatures: [await signNote(text, signer)] });
}

/** Throws FormatError unless the checkpoint is of this log and signed by it. */
export async function openCheckpoint(text: string, key: NoteKey): Promise<SignedCheckpoint> {
  const signed = parseSignedCheckpoint(text);
  if (signed.checkpoint.origin !== key.name) {
    throw new FormatError(`the checkpoint is of another log, ${signed.checkpoint.origin}`);
  }
  if ((await checkSignatureOf(key, signed.note)) !== 'ok') {
    throw new FormatError('the checkpoint is not signed by its log');
  }
  return signed;
}
