/** Outcome of a verification from its faults and signature checks. */
import type { SignatureCheck } from './certificate.ts';
import type { VerificationOutcome } from './outcome.ts';

/** Severity: a fault, then an untrusted signer, then an unverified one. */
export function certifiedOutcome(
  faults: readonly string[],
  signed: readonly SignatureCheck[],
): Extract<VerificationOutcome, 'verified' | 'tampered' | 'other_signer' | 'unverified'> {
  if (faults.length > 0) return 'tampered';
  if (signed.some(({ signer }) => signer.status === 'untrusted')) return 'other_signer';
  return signed.every(({ signer }) => signer.status === 'verified') ? 'verified' : 'unverified';
}

/** Faults of a signature itself, independent of the signed content. */
export function signatureFaults(
  { signature, detail }: SignatureCheck,
  certificate: Record<string, unknown> | null,
): string[] {
  if (signature === 'bad') return [`The certificate cannot be believed: ${detail}.`];
  return signature === 'none' && certificate ? ['The certificate is not signed.'] : [];
}

export const certificateIdOf = (certificate: Record<string, unknown> | null): string | null =>
  typeof certificate?.id === 'string' ? certificate.id : null;
