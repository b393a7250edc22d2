import { hash } from 'node:crypto';
import type { SignedAction } from '@svc/contracts';

/**
 * SHA-256 of a device's signature, hex: distinguishes a retry from another request with its key.
 */
export const signatureDigest = ({ signature }: Pick<SignedAction, 'signature'>): string =>
  hash('sha256', signature);
