/** Signed batches of telemetry providers: their secrets, the check of a signature, the body. */
import { type IgnoredMember, telemetryRequest } from '@svc/contracts';
import { decrypt, encrypt } from '@svc/kit/encryption';
import { newSharedSecret } from '@svc/kit/ids';
import { readJsonObject } from '@svc/kit/json';
import { unknownFields } from '@svc/kit/json-unknown-fields';
import { BadInput, Refusal } from '@svc/kit/refusal';
import type { Issue } from '@svc/kit/transport';
import { type SignatureFault, signatureFault } from '@svc/webhook-verify';
import { readingsOf } from '../domain/telemetry/batch-readings.ts';
import { type ProviderRecord, validSecrets } from '../domain/telemetry/provider.ts';

export const purpose = 'telemetry-secret';

export const encryptSecret = (secret: string, key: string): string => encrypt(key, purpose, secret);

export interface SignedBatch {
  timestamp: string;
  signature: string;
  bytes: Buffer;
}

interface SignatureCheck {
  now: Date;
  key: string;
}

export const isBatchSigned = (
  provider: ProviderRecord,
  signed: SignedBatch,
  check: SignatureCheck,
): boolean => faultOf(provider, signed, check) === undefined;

/** An unknown provider is checked against a random secret, so that timing reveals nothing. */
export function requireSignature(
  provider: ProviderRecord | undefined,
  signed: SignedBatch,
  check: SignatureCheck,
): ProviderRecord {
  const fault = faultOf(provider, signed, check);
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
  { now, key }: SignatureCheck,
): SignatureFault | undefined {
  const secrets = provider
    ? validSecrets(provider, now).map((encrypted) => decrypt(key, purpose, encrypted))
    : [newSharedSecret()];
  const headers = {
    ...(timestamp && { 'svc-timestamp': timestamp }),
    ...(signature && { 'svc-signature': signature }),
  };
  return signatureFault(bytes, headers, secrets, { now });
}

const findUnknown = unknownFields(telemetryRequest);

/** Parses the body, after its signature was verified. */
export function readBatch(bytes: Buffer): { readings: unknown[]; ignored: IgnoredMember[] } {
  const read = readJsonObject(bytes);
  if ('refused' in read) throw new Refusal(read.refused, read.detail);
  if ('issue' in read) throw new BadInput([read.issue]);
  const found = readingsOf(read.value);
  if ('fault' in found) throw new BadInput([found.fault]);
  const unknown = findUnknown(read.value);
  const ofBatch = unknown.filter(({ path: [, index] }) => typeof index !== 'number');
  if (ofBatch.length > 0) throw new BadInput(ofBatch);
  return { readings: found.readings, ignored: unknown.map(toIgnored) };
}

/** A member of a reading that is not documented: it is left out, and the reading kept. */
const toIgnored = ({ path: [, index, ...names] }: Issue): IgnoredMember => ({
  index: Number(index),
  member: names.join('.').slice(0, 64),
});
