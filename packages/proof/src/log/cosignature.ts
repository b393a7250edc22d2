/** Cosignatures (tlog-cosignature, cosignature/v1): a witness's Ed25519 signature with its time. */
import { concat, FormatError, utf8 } from './bytes.ts';
import { isSignatureOf, type Note, type NoteSignature } from './note.ts';
import { cosignatureType, type NoteKey, type NoteSigner, verifyEd25519 } from './note-key.ts';

const messageOf = (text: string, time: number) => utf8(`cosignature/v1\ntime ${time}\n${text}`);

/** `text` of a checkpoint; `time` in whole seconds since 1970. */
export async function cosign(
  text: string,
  { key, sign }: NoteSigner,
  time: number,
): Promise<NoteSignature> {
  if (key.type !== cosignatureType) throw new FormatError('this key signs notes and cosigns none');
  if (!Number.isSafeInteger(time) || time <= 0) throw new RangeError('a cosignature needs a time');
  const seconds = new Uint8Array(8);
  new DataView(seconds.buffer).setBigUint64(0, BigInt(time));
  const bytes = concat(seconds, await sign(messageOf(text, time)));
  return { name: key.name, id: key.id, bytes };
}

export type CosignatureCheck =
  | { status: 'absent' }
  /** A line of this key does not verify: the note must be rejected. */
  | { status: 'bad' }
  /** Seconds since 1970; the earliest where the witness cosigned more than once. */
  | { status: 'ok'; time: number };

export async function checkCosignature(key: NoteKey, note: Note): Promise<CosignatureCheck> {
  const own = note.signatures.filter((each) => isSignatureOf(key, each));
  const times: number[] = [];
  for (const { bytes } of own) {
    const time = await verifiedTime(key, note.text, bytes);
    if (time === undefined) return { status: 'bad' };
    times.push(time);
  }
  return times.length > 0 ? { status: 'ok', time: Math.min(...times) } : { status: 'absent' };
}

async function verifiedTime(key: NoteKey, text: string, bytes: Uint8Array<ArrayBuffer>) {
  if (key.type !== cosignatureType || bytes.length !== 72) return undefined;
  const time = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0));
  if (!Number.isSafeInteger(time) || time === 0) return undefined;
  const isValid = await verifyEd25519(key.publicKey, messageOf(text, time), bytes.slice(8));
  return isValid ? time : undefined;
}
