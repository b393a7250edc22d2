/** Checks a bundle of readings: whether they are those that a cold-chain certificate was signed for. */

import { readReadingsBundle } from './bundle-parser.ts';
import {
  checkSignature,
  type SignatureCheck,
  type SignerIdentity,
  type Trust,
} from './certificate.ts';
import { jobCertificateFault } from './certificate-claims.ts';
import { isObject } from './event-format.ts';
import { readingsMembers, unknownMembers } from './members.ts';
import type { VerificationOutcome } from './outcome.ts';
import { isReading, readingsDigest, type SignedReading } from './readings.ts';
import { certificateIdOf, certifiedOutcome, signatureFaults } from './signature-outcome.ts';

export interface ReadingsVerdict {
  outcome: VerificationOutcome;
  /** Signed by a trusted key, for exactly these readings. */
  verified: boolean;
  job: { id: string; ref: string } | null;
  readings: number;
  readings_digest: string | null;
  certificate: { id: string | null; signature: SignatureCheck['signature']; result: string | null };
  signer: SignerIdentity;
  /** Members that no bundle of readings has. */
  unsigned: string[];
  /** Everything that does not fit, in words; empty does not mean verified. */
  faults: string[];
}

/** `bundle` is the parsed file. */
export async function verifyReadings(
  bundle: Record<string, unknown>,
  trust: Trust = {},
): Promise<ReadingsVerdict> {
  const read = readReadingsBundle(bundle);
  if (typeof read === 'string') return unreadable(read);
  const { job, certificate } = read;
  const signed = await checkSignature(read.certificate_jws, read.keys, trust);
  const malformed = read.readings.findIndex((reading) => !isReading(reading));
  const readings = read.readings.filter(isReading);
  const digest = malformed < 0 ? readingsDigest(readings) : null;
  const { payload } = signed;
  const mismatch =
    payload &&
    (jobCertificateFault(certificate, payload, job) ??
      readingsFault(payload.cold_chain, readings, digest));
  const faults = [
    ...(malformed < 0 ? [] : [`Reading ${malformed + 1} is not what a reading must be.`]),
    ...signatureFaults(signed, null),
    ...(mismatch ? [mismatch] : []),
    ...(signed.signature === 'none' ? ['Nobody signed for these readings.'] : []),
  ];
  const certified = certifiedOutcome(faults, [signed]);
  // A bundle of readings carries no proof of its certificate.
  const isUnlogged = certified === 'verified' && trust.policy !== undefined;
  const outcome = isUnlogged ? 'not_logged' : certified;
  return {
    outcome,
    verified: outcome === 'verified',
    job,
    readings: read.readings.length,
    readings_digest: digest,
    certificate: {
      id: certificateIdOf(certificate),
      signature: signed.signature,
      result: resultOf(payload),
    },
    signer: signed.signer,
    unsigned: unknownMembers(bundle, readingsMembers),
    faults,
  };
}

/** The digest binds each reading; the extremes are computed again from them. */
function readingsFault(
  coldChain: unknown,
  readings: readonly SignedReading[],
  digest: string | null,
): string | undefined {
  if (!isObject(coldChain)) return 'The certificate is not one for a cold chain.';
  if (coldChain.readings_digest !== digest) {
    return 'These are not the readings that were signed for: one was altered, left out or added.';
  }
  const celsius = readings.map(({ temperature_c }) => temperature_c).sort((a, b) => a - b);
  if (coldChain.min_c !== (celsius[0] ?? null) || coldChain.max_c !== (celsius.at(-1) ?? null)) {
    return 'The certificate speaks of a colder or warmer reading than there is.';
  }
  return undefined;
}

const resultOf = (payload: Record<string, unknown> | undefined): string | null =>
  isObject(payload?.cold_chain) && typeof payload.cold_chain.result === 'string'
    ? payload.cold_chain.result
    : null;

const unreadable = (why: string): ReadingsVerdict => ({
  outcome: 'tampered',
  verified: false,
  job: null,
  readings: 0,
  readings_digest: null,
  certificate: { id: null, signature: 'none', result: null },
  signer: { status: 'unverified', kid: null, thumbprint: null },
  unsigned: [],
  faults: [`This is no bundle of readings: ${why}.`],
});
