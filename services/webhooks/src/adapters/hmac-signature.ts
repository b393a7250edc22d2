/** Webhook secrets and HMAC-SHA-256 signatures. The signed content is in `domain/signature.ts`. */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { decrypt, encrypt } from '@svc/kit/encryption';
import { sharedSecretPrefix } from '@svc/kit/ids';
import { signedContent, standardSignedContent } from '../domain/signature.ts';

export const purpose = 'webhook-secret';

export const encryptSecret = (secret: string, key: string): string => encrypt(key, purpose, secret);

/** A secret ready for signing. */
export interface WebhookSigningKeys {
  /** The whole secret as its owner got it. */
  whole: KeyObject;
  /** The 32 bytes that follow the prefix (Standard Webhooks). */
  decoded: KeyObject;
}

export const signingKeys = (secret: string): WebhookSigningKeys => ({
  whole: createSecretKey(Buffer.from(secret)),
  decoded: createSecretKey(Buffer.from(secret.slice(sharedSecretPrefix.length), 'base64')),
});

/** Key cache: decrypting a secret and creating its keys costs more than signing. */
const opened = new Map<string, WebhookSigningKeys>();
const openedMax = 10_000;

export function decryptKeys(encrypted: string, key: string): WebhookSigningKeys {
  const name = `${key}\n${encrypted}`;
  let keys = opened.get(name);
  if (!keys) {
    keys = signingKeys(decrypt(key, purpose, encrypted));
    if (opened.size >= openedMax) opened.clear();
    opened.set(name, keys);
  }
  return keys;
}

export interface SignedMessage {
  id: string;
  /** Unix time in seconds. */
  timestamp: number;
  body: string;
}

/** `v1=<hex>`. */
export const signature = (
  { timestamp, body }: SignedMessage,
  { whole }: WebhookSigningKeys,
): string =>
  `v1=${createHmac('sha256', whole).update(signedContent(timestamp, body)).digest('hex')}`;

/** `v1,<base64>` for each secret. */
export const standardSignature = (
  { id, timestamp, body }: SignedMessage,
  keys: readonly WebhookSigningKeys[],
): string =>
  keys
    .map(({ decoded }) => createHmac('sha256', decoded))
    .map((hmac) => hmac.update(standardSignedContent(id, timestamp, body)).digest('base64'))
    .map((digest) => `v1,${digest}`)
    .join(' ');
