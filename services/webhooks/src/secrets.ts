/** Signing secrets: made, sealed, and used. The contents that are signed are in `domain/signing.ts`. */
import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { open, seal } from '@svc/kit/seal';
import { signedContent, standardSignedContent } from './domain/signing.ts';

const prefix = 'whsec_';
const purpose = 'webhook-secret';

/** 256 bits. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

export const sealSecret = (secret: string, key: string): string => seal(key, purpose, secret);

/** A secret ready for signing. */
export interface SigningKeys {
  /** The whole secret as its owner got it. */
  whole: KeyObject;
  /** The 32 bytes that follow the prefix (Standard Webhooks). */
  decoded: KeyObject;
}

export const signingKeys = (secret: string): SigningKeys => ({
  whole: createSecretKey(Buffer.from(secret)),
  decoded: createSecretKey(Buffer.from(secret.slice(prefix.length), 'base64')),
});

/** Opening a secret and making keys of it costs more than signing with them. */
const opened = new Map<string, SigningKeys>();
const openedMax = 10_000;

export function openKeys(sealed: string, key: string): SigningKeys {
  const name = `${key}\n${sealed}`;
  let keys = opened.get(name);
  if (!keys) {
    keys = signingKeys(open(key, purpose, sealed));
    if (opened.size >= openedMax) opened.clear();
    opened.set(name, keys);
  }
  return keys;
}

export interface Signed {
  id: string;
  /** Unix time in seconds. */
  timestamp: number;
  body: string;
}

/** `v1=<hex>`. */
export const signature = ({ timestamp, body }: Signed, { whole }: SigningKeys): string =>
  `v1=${createHmac('sha256', whole).update(signedContent(timestamp, body)).digest('hex')}`;

/** `v1,<base64>` for each secret. */
export const standardSignature = (
  { id, timestamp, body }: Signed,
  keys: readonly SigningKeys[],
): string =>
  keys
    .map(({ decoded }) => createHmac('sha256', decoded))
    .map((hmac) => hmac.update(standardSignedContent(id, timestamp, body)).digest('base64'))
    .map((digest) => `v1,${digest}`)
    .join(' ');
