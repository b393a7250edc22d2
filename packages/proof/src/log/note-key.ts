/**
 * Keys of signed notes (signed-note, tlog-cosignature): Ed25519 by WebCrypto, which Node and current
 * browsers have.
 *
 * - **vkey**: `name+id+base64(type || public key)`. **Secret**: `PRIVATE+KEY+name+id+base64(type ||
 *   seed)`, as golang.org/x/mod/sumdb/note writes it.
 * - **Type**: 1 signs the text of a note, 4 cosigns a checkpoint together with a time.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { concat, FormatError, fromBase64, toBase64, toHex, utf8 } from './bytes.ts';

export const signatureType = 1;
export const cosignatureType = 4;
type KeyType = typeof signatureType | typeof cosignatureType;

export interface NoteKey {
  /** A URL without its scheme is recommended; must not contain spaces or `+`. */
  name: string;
  type: KeyType;
  /** 8 hexadecimal digits, by name, type and public key. */
  id: string;
  /** 32 bytes. */
  publicKey: Uint8Array<ArrayBuffer>;
}

export interface NoteSigner {
  key: NoteKey;
  /** Ed25519, 64 bytes. */
  sign: (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;
}

const secretPrefix = 'PRIVATE+KEY+';
/** PKCS #8 of an Ed25519 seed up to the seed (RFC 8410). */
const pkcs8 = Uint8Array.of(48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32);
/** Limit of a name, in characters: certificates and proofs repeat it. */
const nameLengthMax = 255;

export const isKeyName = (name: string): boolean =>
  name.length <= nameLengthMax && /^[^\s\u0085+\p{Cc}]+$/u.test(name) && name.isWellFormed();

/** Throws FormatError for a name that a note cannot carry. */
function noteKey(name: string, type: KeyType, publicKey: Uint8Array<ArrayBuffer>): NoteKey {
  if (!isKeyName(name)) throw new FormatError('it has no name of a key');
  if (publicKey.length !== 32) throw new FormatError('an Ed25519 key has 32 bytes');
  const digest = sha256(concat(utf8(`${name}\n`), Uint8Array.of(type), publicKey));
  return { name, type, id: toHex(digest.subarray(0, 4)), publicKey };
}

export const formatVkey = ({ name, type, id, publicKey }: NoteKey): string =>
  `${name}+${id}+${toBase64(concat(Uint8Array.of(type), publicKey))}`;

/** Throws FormatError; also where the id is not that of name and key. */
export function parseVkey(text: string): NoteKey {
  const { name, id, type, bytes } = split(text);
  const key = noteKey(name, type, bytes);
  if (key.id !== id) throw new FormatError(`its id is ${id}, that of the key is ${key.id}`);
  return key;
}

/** A new secret; store it where only its owner can read it. */
export async function generateSecret(name: string, type: KeyType): Promise<string> {
  const seed = crypto.getRandomValues(new Uint8Array(32));
  const { key } = await signerOf(name, type, seed);
  return `${secretPrefix}${name}+${key.id}+${toBase64(concat(Uint8Array.of(type), seed))}`;
}

/** Throws FormatError, without a part of the secret. */
export async function parseSecret(text: string): Promise<NoteSigner> {
  const secret = text.trim();
  if (!secret.startsWith(secretPrefix)) throw new FormatError(`it does not begin ${secretPrefix}`);
  const { name, id, type, bytes } = split(secret.slice(secretPrefix.length));
  if (bytes.length !== 32) throw new FormatError('an Ed25519 seed has 32 bytes');
  const signer = await signerOf(name, type, bytes);
  if (signer.key.id !== id) throw new FormatError('its id is not that of the key');
  return signer;
}

export async function verifyEd25519(
  publicKey: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const key = await crypto.subtle
    .importKey('raw', publicKey, 'Ed25519', false, ['verify'])
    .catch(() => undefined);
  return key !== undefined && crypto.subtle.verify('Ed25519', key, signature, message);
}

function split(text: string) {
  const [, name = '', id = '', encoded = ''] =
    /^([^+]+)\+([0-9a-f]{8})\+(.{1,64})$/.exec(text) ?? [];
  if (!name) throw new FormatError('it is not name+id+key');
  const [type, ...bytes] = fromBase64(encoded);
  if (type !== signatureType && type !== cosignatureType) {
    throw new FormatError(`its type ${type} is neither Ed25519 (1) nor a cosignature (4)`);
  }
  return { name, id, type, bytes: Uint8Array.from(bytes) } as const;
}

async function signerOf(
  name: string,
  type: KeyType,
  seed: Uint8Array<ArrayBuffer>,
): Promise<NoteSigner> {
  const secret = await crypto.subtle.importKey('pkcs8', concat(pkcs8, seed), 'Ed25519', true, [
    'sign',
  ]);
  // WebCrypto exports the public key of a private one in this format alone.
  const { x = '' } = await crypto.subtle.exportKey('jwk', secret);
  const publicKey = fromBase64(`${x.replaceAll('-', '+').replaceAll('_', '/')}=`);
  return {
    key: noteKey(name, type, publicKey),
    sign: async (message) => new Uint8Array(await crypto.subtle.sign('Ed25519', secret, message)),
  };
}
