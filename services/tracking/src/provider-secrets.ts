/** Signing secrets of telemetry providers: made, sealed, and used. */
import { randomBytes } from 'node:crypto';
import { Refusal } from '@svc/kit/refusal';
import { open, seal } from '@svc/kit/seal';
import { type SignatureFault, signatureFault } from '@svc/webhook-verify';
import { type Provider, validSecrets } from './domain/telemetry/provider.ts';

const purpose = 'telemetry-secret';

/** 256 bits. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
export const sealSecret = (secret: string, key: string): string => seal(key, purpose, secret);

export interface SignedBatch {
  timestamp: string;
  signature: string;
  bytes: Buffer;
}

interface Moment {
  now: Date;
  key: string;
}

export const isSigned = (provider: Provider, signed: SignedBatch, moment: Moment): boolean =>
  faultOf(provider, signed, moment) === undefined;

/** Whoever has no provider is compared with a secret too, so that the time taken tells nothing. */
export function requireSignature(
  provider: Provider | undefined,
  signed: SignedBatch,
  moment: Moment,
): Provider {
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
  provider: Provider | undefined,
  { timestamp, signature, bytes }: SignedBatch,
  { now, key }: Moment,
): SignatureFault | undefined {
  const secrets = provider
    ? validSecrets(provider, now).map((sealed) => open(key, purpose, sealed))
    : [newSecret()];
  const headers = {
    ...(timestamp && { 'svc-timestamp': timestamp }),
    ...(signature && { 'svc-signature': signature }),
  };
  return signatureFault(bytes, headers, secrets, { now });
}
