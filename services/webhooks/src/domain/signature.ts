/** Signed content and order of secrets; HMACs are computed in `adapters/hmac-signature.ts`. */
import { overlappingSecret, type RotatingSecret } from '@svc/kit/rotating-secret';

export interface SigningSecret {
  version: number;
  /** Encrypted. */
  encrypted: string;
}

export interface EndpointSecrets extends RotatingSecret {
  secret_version: number;
}

/**
 * During the overlap after a rotation there are two secrets; the last accepted one
 * goes first. After it there is one.
 */
export function signingOrder(
  secrets: EndpointSecrets,
  acceptedVersion: number,
  now: Date,
): [SigningSecret, ...SigningSecret[]] {
  const current = { version: secrets.secret_version, encrypted: secrets.secret };
  const encrypted = overlappingSecret(secrets, now);
  if (encrypted === undefined) return [current];
  const old = { version: secrets.secret_version - 1, encrypted };
  return acceptedVersion === old.version ? [old, current] : [current, old];
}

/** `svc-signature` covers timestamp and body (API document, Signature). */
export const signedContent = (timestamp: number, body: string): string => `${timestamp}.${body}`;

/** `webhook-signature` covers the id too (Standard Webhooks). */
export const standardSignedContent = (id: string, timestamp: number, body: string): string =>
  `${id}.${timestamp}.${body}`;
