/** Signing secrets of telemetry providers: generation, encryption, signature check. */
import { randomBytes } from 'node:crypto';
import { decrypt, encrypt } from '@svc/kit/encryption';
import { Refusal } from '@svc/kit/refusal';
import { type SignatureFault, signatureFault } from '@svc/webhook-verify';
import { type ProviderRecord, validSecrets } from '../domain/telemetry/provider.ts';

export const purpose = 'telemetry-secret';

/** 256 bits. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
export const sealSecret = (secret: string, key: string): string => encrypt(key, purpose, secret);

export interface SignedBatch {
  timestamp: string;
  signature: string;
  bytes: Buffer;
}

interface Moment {
  now: Date;
  key: string;
}

export const isSigned = (provider: ProviderRecord, signed: SignedBatch, moment: Moment): boolean =>
  faultOf(provider, signed, moment) === undefined;

/** An unknown provider is checked against a random secret, so that timing reveals nothing. */
export function requireSignature(
  provider: ProviderRecord | undefined,
  signed: SignedBatch,
  moment: Moment,
): ProviderRecord {
  const fault = faultOf(provider, signed, moment);
  if (fault === 'timestamp_out_of_tolerance') {
    throw new Refusal(fault, 'svc-timestamp is more than 300 s from our clock.');
  }
  if (fault || !provider) {
    throw new Refusal('invalid_signature', 'svc-signature is missing or does not match.');
  }
  return provider;
}

function faultOf(
  provider: ProviderRecord | undefined,
  { timestamp, signature, bytes }: SignedBatch,
  { now, key }: Moment,
): SignatureFault | undefined {
  const secrets = provider
    ? validSecrets(provider, now).map((sealed) => decrypt(key, purpose, sealed))
    : [newSecret()];
  const headers = {
    ...(timestamp && { 'svc-timestamp': timestamp }),
    ...(signature && { 'svc-signature': signature }),
  };
  return signatureFault(bytes, headers, secrets, { now });
}
