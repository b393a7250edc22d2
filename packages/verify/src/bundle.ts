/** Checks a custody bundle: chain, certificate and who signed it. Needs no account and no network. */

import {
  checkSignature,
  differingMember,
  type Signed,
  type Signer,
  type Trust,
} from './certificate.ts';
import { type ChainFault, chainFault, lastSeal } from './chain.ts';
import { isEvent, isObject } from './form.ts';
import { type Bundle, readBundle } from './read.ts';

export interface Verdict {
  /** Chain whole, certificate signed by a trusted key and about exactly this chain. */
  verified: boolean;
  job: { id: string; ref: string } | null;
  events: number;
  chain_hash: string | null;
  /** The seal that the parcels carried last. */
  seal: string | null;
  chain: 'ok' | ChainFault;
  certificate: {
    id: string | null;
    signature: Signed['signature'];
    /** Whether it speaks of exactly these events; null when there is none that can be believed. */
    matches_chain: boolean | null;
  };
  signer: Signer;
  /** Everything that does not fit, in words; empty does not mean verified. */
  faults: string[];
}

/** `bundle` is what was read from the file, whatever it is. */
export async function verifyBundle(bundle: unknown, trust: Trust = {}): Promise<Verdict> {
  const read = readBundle(bundle);
  if (typeof read === 'string') return unreadable(read);
  const { job, custody } = read;
  const events = custody.events.filter(isEvent);
  const fault = chainFault({ ...custody, job_id: job.id });
  const signed = await checkSignature(read.certificate_jws, read.keys, trust);
  const mismatch = signed.payload && certificateFault(read, signed.payload);
  const faults = [
    ...(fault ? [describe(fault)] : []),
    ...(custody.job_id === job.id ? [] : ['The record is that of another job.']),
    ...(signed.signature === 'bad'
      ? [`The certificate cannot be believed: ${signed.detail}.`]
      : []),
    ...(mismatch ? [mismatch] : []),
    ...(signed.signature === 'none' && read.certificate ? ['The certificate is not signed.'] : []),
  ];
  return {
    verified: faults.length === 0 && signed.signer.status === 'verified',
    job,
    events: custody.events.length,
    chain_hash: custody.chain_hash,
    seal: lastSeal(events),
    chain: fault ?? 'ok',
    certificate: {
      id: idOf(read.certificate),
      signature: signed.signature,
      matches_chain: signed.payload ? !fault && !mismatch : null,
    },
    signer: signed.signer,
    faults,
  };
}

/** 0 when everything is verified, 1 when anything was tampered with, 2 when the signer is not known. */
export function exitCode({ verified, faults }: Verdict): 0 | 1 | 2 {
  if (faults.length > 0) return 1;
  return verified ? 0 : 2;
}

const describe = ({ place, type, detail }: ChainFault): string =>
  `Event ${place}${type ? ` (${type})` : ''}: ${detail}.`;

const idOf = (certificate: Record<string, unknown> | null): string | null =>
  typeof certificate?.id === 'string' ? certificate.id : null;

function certificateFault(
  { certificate, custody, job }: Bundle,
  payload: Record<string, unknown>,
): string | undefined {
  if (!certificate) return 'The certificate was taken out; only its signed form is left.';
  const differing = differingMember(certificate, payload);
  if (differing) return `The certificate's ${differing} is not as it was signed.`;
  if (payload.job_id !== job.id) return 'The certificate is that of another job.';
  if (payload.ref !== job.ref) return "The job's ref is not the one that was signed.";
  const about = isObject(payload.custody) ? payload.custody : {};
  const count = custody.events.length;
  if (about.events !== count) {
    const change = Number(about.events) > count ? 'events were cut off' : 'events were added';
    return `The certificate speaks of ${about.events} events, here are ${count}: ${change}.`;
  }
  if (about.chain_hash !== custody.chain_hash) return 'The certificate speaks of another chain.';
  if (about.seal !== lastSeal(custody.events.filter(isEvent))) {
    return 'The certificate speaks of another seal.';
  }
  return undefined;
}

const unreadable = (why: string): Verdict => ({
  verified: false,
  job: null,
  events: 0,
  chain_hash: null,
  seal: null,
  chain: { rule: 'form', place: 0, seq: null, type: null, detail: why },
  certificate: { id: null, signature: 'none', matches_chain: null },
  signer: { status: 'unverified', kid: null, thumbprint: null },
  faults: [`This is no custody bundle: ${why}.`],
});
