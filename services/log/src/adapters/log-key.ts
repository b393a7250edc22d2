/** The key that signs checkpoints: Ed25519, as a secret of signed-note, kept encrypted. */
import { decrypt, encrypt } from '@svc/kit/encryption';
import { FormatError } from '@svc/proof/log/bytes';
import { openCheckpoint, signCheckpoint } from '@svc/proof/log/checkpoint';
import {
  formatVkey,
  generateSecret,
  parseSecret,
  parseVkey,
  signatureType,
} from '@svc/proof/log/note-key';
import type { TreeHead } from '@svc/proof/log/proof';

export type { TreeHead };
export const purpose = 'log-key';

export async function generateLogKey(origin: string, secret: string) {
  const text = await generateSecret(origin, signatureType);
  const { key } = await parseSecret(text);
  return { vkey: formatVkey(key), encrypted_secret: encrypt(secret, purpose, text) };
}

/** A signed note of the tree's size and root. */
export async function signTreeHead(
  head: TreeHead,
  { encrypted_secret, secret }: { encrypted_secret: string; secret: string },
): Promise<string> {
  return signCheckpoint(head, await parseSecret(decrypt(secret, purpose, encrypted_secret)));
}

/** Size and root of a note; undefined where this key has not signed it. */
export async function openTreeHead(note: string, vkey: string): Promise<TreeHead | undefined> {
  try {
    return (await openCheckpoint(note, parseVkey(vkey))).checkpoint;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
