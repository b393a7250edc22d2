/** Checks a custody bundle: chain, certificate and who signed it. Needs no account and no network. */

import { chainPartFault, shownFault, uncoveredFault } from './about.ts';
import { checkSignature, type Signed, type Signer, type Trust } from './certificate.ts';
import { type ChainFault, chainFault, lastSeal } from './chain.ts';
import { isEvent } from './form.ts';
import { type Bundle, type Certified, readBundle } from './read.ts';

/** What is known of one certificate. */
export interface CertificateVerdict {
  id: string | null;
  signature: Signed['signature'];
  /** Whether it speaks of exactly these events; null when there is none that can be believed. */
  matches_chain: boolean | null;
}

export interface Verdict {
  /** Chain whole, certificate signed by a trusted key and about exactly this chain. */
  verified: boolean;
  job: { id: string; ref: string } | null;
  events: number;
  chain_hash: string | null;
  /** The seal that the parcels carried last. */
  seal: string | null;
  chain: 'ok' | ChainFault;
  certificate: CertificateVerdict;
  /** The certificate of the cold chain, which may cover events after the hand-over; null without. */
  cold_chain: CertificateVerdict | null;
  signer: Signer;
  /** Everything that does not fit, in words; empty does not mean verified. */
  faults: string[];
}

/** `bundle` is what was read from the file, whatever it is. */
export async function verifyBundle(bundle: unknown, trust: Trust = {}): Promise<Verdict> {
  const read = readBundle(bundle);
  if (typeof read === 'string') return unreadable(read);
  const { job, custody } = read;
  const fault = chainFault({ ...custody, job_id: job.id });
  const own = await check(read, read, trust);
  const cold = read.cold_chain && (await check(read.cold_chain, read, trust));
  const checked = [own, ...(cold ? [cold] : [])];
  const payloads = checked.flatMap(({ signed }) => (signed.payload ? [signed.payload] : []));
  const uncovered = fault ? undefined : uncoveredFault(payloads, custody);
  const faults = [
    ...(fault ? [describe(fault)] : []),
    ...(custody.job_id === job.id ? [] : ['The record is that of another job.']),
    ...checked.flatMap((each) => each.faults),
    ...(uncovered ? [uncovered] : []),
  ];
  const isWhole = !fault && !uncovered;
  return {
    verified: faults.length === 0 && checked.every(isTrusted),
    job,
    events: custody.events.length,
    chain_hash: custody.chain_hash,
    seal: lastSeal(custody.events.filter(isEvent)),
    chain: fault ?? 'ok',
    certificate: verdictOn(own, isWhole),
    cold_chain: cold && verdictOn(cold, isWhole),
    signer: own.signed.signer,
    faults,
  };
}

interface Checked {
  id: string | null;
  signed: Signed;
  mismatch: string | undefined;
  faults: string[];
}

async function check(given: Certified, { job, custody, keys }: Bundle, trust: Trust) {
  const { certificate, certificate_jws } = given;
  const signed = await checkSignature(certificate_jws, keys, trust);
  const { payload } = signed;
  const mismatch =
    payload && (shownFault(certificate, payload, job) ?? chainPartFault(payload, custody));
  const faults = [
    ...(signed.signature === 'bad'
      ? [`The certificate cannot be believed: ${signed.detail}.`]
      : []),
    ...(mismatch ? [mismatch] : []),
    ...(signed.signature === 'none' && certificate ? ['The certificate is not signed.'] : []),
  ];
  return { id: idOf(certificate), signed, mismatch, faults } satisfies Checked;
}

const isTrusted = ({ signed }: Checked): boolean => signed.signer.status === 'verified';

const verdictOn = ({ id, signed, mismatch }: Checked, isWhole: boolean): CertificateVerdict => ({
  id,
  signature: signed.signature,
  matches_chain: signed.payload ? isWhole && !mismatch : null,
});

/** 0 when everything is verified, 1 when anything was tampered with, 2 when the signer is not known. */
export function exitCode({ verified, faults }: Pick<Verdict, 'verified' | 'faults'>): 0 | 1 | 2 {
  if (faults.length > 0) return 1;
  return verified ? 0 : 2;
}

const describe = ({ place, type, detail }: ChainFault): string =>
  `Event ${place}${type ? ` (${type})` : ''}: ${detail}.`;

export const idOf = (certificate: Record<string, unknown> | null): string | null =>
  typeof certificate?.id === 'string' ? certificate.id : null;

const unreadable = (why: string): Verdict => ({
  verified: false,
  job: null,
  events: 0,
  chain_hash: null,
  seal: null,
  chain: { rule: 'form', place: 0, seq: null, type: null, detail: why },
  certificate: { id: null, signature: 'none', matches_chain: null },
  cold_chain: null,
  signer: { status: 'unverified', kid: null, thumbprint: null },
  faults: [`This is no custody bundle: ${why}.`],
});
