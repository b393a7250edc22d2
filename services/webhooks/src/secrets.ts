/** Signing secrets: made, sealed, and used. The contents that are signed are in `domain/signing.ts`. */
import { createHmac, randomBytes } from 'node:crypto';
import { open, seal } from '@svc/kit/seal';
import { signedContent, standardSignedContent } from './domain/signing.ts';

const prefix = 'whsec_';
const purpose = 'webhook-secret';

/** 256 bits. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

export const sealSecret = (secret: string, key: string): string => seal(key, purpose, secret);
export const openSecret = (sealed: string, key: string): string => open(key, purpose, sealed);

export interface Signed {
  id: string;
  /** Unix time in seconds. */
  timestamp: number;
  body: string;
}

/** `v1=<hex>`; the key is the whole secret as its owner got it. */
export const signature = ({ timestamp, body }: Signed, secret: string): string =>
  `v1=${createHmac('sha256', secret).update(signedContent(timestamp, body)).digest('hex')}`;

/** `v1,<base64>` for each secret; the key is the 32 bytes that follow the prefix (Standard Webhooks). */
export const standardSignature = (
  { id, timestamp, body }: Signed,
  secrets: readonly string[],
): string =>
  secrets
    .map((secret) => Buffer.from(secret.slice(prefix.length), 'base64'))
    .map((key) => createHmac('sha256', key).update(standardSignedContent(id, timestamp, body)))
    .map((hmac) => `v1,${hmac.digest('base64')}`)
    .join(' ');
