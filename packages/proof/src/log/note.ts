/** Signed notes (signed-note): a text, an empty line, and lines of signatures. */
import { concat, FormatError, fromBase64, toBase64, toHex, utf8 } from './bytes.ts';
import {
  isKeyName,
  type NoteKey,
  type NoteSigner,
  signatureType,
  verifyEd25519,
} from './note-key.ts';

export interface NoteSignature {
  name: string;
  /** Same as in NoteKey. */
  id: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface Note {
  /** Text including its last newline. */
  text: string;
  signatures: readonly NoteSignature[];
}

/** Far above a checkpoint with 64 cosignatures, in characters. */
export const noteLengthMax = 65_536;
const signaturesMax = 64;

/** Throws FormatError. The text must not be used before a signature is verified. */
export function parseNote(note: string): Note {
  if (note.length > noteLengthMax) throw new FormatError('the note is too long');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
  if (/[\u0000-\u0009\u000b-\u001f]/.test(note) || !note.isWellFormed()) {
    throw new FormatError('the note has control characters');
  }
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) throw new FormatError('the note has no signatures');
  const lines = note.slice(end + 2, -1).split('\n');
  return { text: note.slice(0, end + 1), signatures: parseSignatures(lines) };
}

/** Lines without their newlines, as a witness returns them. Throws FormatError. */
export function parseSignatures(lines: readonly string[]): NoteSignature[] {
  if (lines.length > signaturesMax) throw new FormatError('the note has too many signatures');
  return lines.map((line) => {
    const [, name = '', encoded = ''] = /^\u2014 ([^ ]+) ([^ ]+)$/.exec(line) ?? [];
    if (!isKeyName(name)) throw new FormatError('a line is no signature');
    const bytes = fromBase64(encoded);
    if (bytes.length < 5) throw new FormatError('a signature is cut off');
    return { name, id: toHex(bytes.subarray(0, 4)), bytes: bytes.slice(4) };
  });
}

export const formatSignature = ({ name, id, bytes }: NoteSignature): string => {
  const prefix = Uint8Array.from(id.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  return `\u2014 ${name} ${toBase64(concat(prefix, bytes))}\n`;
};

export const formatNote = ({ text, signatures }: Note): string =>
  `${text}\n${signatures.map(formatSignature).join('')}`;

/** Signs the text, which ends in a newline, with a key of type 1. */
export async function signNote(text: string, { key, sign }: NoteSigner): Promise<NoteSignature> {
  if (key.type !== signatureType) throw new FormatError('this key cosigns and signs no notes');
  return { name: key.name, id: key.id, bytes: await sign(utf8(text)) };
}

export const isSignatureOf = (key: NoteKey, { name, id }: NoteSignature): boolean =>
  key.name === name && key.id === id;

/**
 * Whether a key of type 1 signed: `absent` without a line of that key, `bad` where any of its lines does
 * not verify, so that the note as a whole must be rejected.
 */
export async function checkSignatureOf(key: NoteKey, note: Note): Promise<'ok' | 'bad' | 'absent'> {
  const own = note.signatures.filter((each) => isSignatureOf(key, each));
  if (own.length === 0) return 'absent';
  const message = utf8(note.text);
  for (const { bytes } of own) {
    const isValid = key.type === signatureType && bytes.length === 64;
    if (!isValid || !(await verifyEd25519(key.publicKey, message, bytes))) return 'bad';
  }
  return 'ok';
}
