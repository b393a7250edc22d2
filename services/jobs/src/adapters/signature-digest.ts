import { hash } from 'node:crypto';
import type { SignedAction } from '@svc/contracts';

/** SHA-256 of a device's signature, hex: tells a repeated request from another one with its key. */
export const signatureDigest = ({ signature }: Pick<SignedAction, 'signature'>): string =>
  hash('sha256', signature);
