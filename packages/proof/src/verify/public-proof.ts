/**
 * Checks a public proof, as the page of a certificate hands it out: signature, links and extent.
 * Its events lack places, people and notes, so that their hashes cannot be computed again: only the
 * order of what is left is bound.
 */

import { type ParsedPublicProof, readPublicProof } from './bundle-parser.ts';
import {
  checkSignature,
  type SignatureCheck,
  type SignerIdentity,
  type Trust,
} from './certificate.ts';
import {
  type ColdChainStatus,
  coldChainStatus,
  shownCertificateFault,
} from './certificate-claims.ts';
import { lastSeal } from './chain.ts';
import { genesisHash } from './event.ts';
import { isHash, isObject } from './event-format.ts';
import { checkLog, type LogVerdict, unlogged } from './log-verdict.ts';
import { proofMembers, unknownMembers } from './members.ts';
import type { VerificationOutcome } from './outcome.ts';
import { certificateIdOf, certifiedOutcome, signatureFaults } from './signature-outcome.ts';

export interface PublicVerdict {
  outcome: VerificationOutcome;
  events: number;
  /** Every event names the hash of the one before it. */
  linked: boolean;
  /** The carrier's word: it has computed every hash again. */
  recomputed: boolean;
  certificate: {
    id: string | null;
    signature: SignatureCheck['signature'];
    /** Whether it is the shown one, and of exactly these events; null when it cannot be believed. */
    matches_chain: boolean | null;
  };
  cold_chain_status: ColdChainStatus;
  signer: SignerIdentity;
  /** Whether certificate and signing key are in a transparency log. */
  log: LogVerdict;
  /** Members that no public proof has. */
  unsigned: string[];
  /** Everything that does not fit, in words. */
  faults: string[];
}

/** `proof` is the parsed file. */
export async function verifyPublicProof(
  proof: Record<string, unknown>,
  trust: Trust = {},
): Promise<PublicVerdict> {
  const read = readPublicProof(proof);
  if (typeof read === 'string') return unreadable(read);
  const { certificate, events } = read;
  const signed = await checkSignature(read.certificate_jws, read.keys, trust);
  const { payload, signer } = signed;
  const mismatch =
    payload && (shownCertificateFault(certificate, payload) ?? extentFault(payload, events));
  const broken = linkFaults(events);
  const log = await logVerdict(read, signer, trust);
  const faults = [
    ...broken,
    ...(read.chain_intact ? [] : ['The carrier itself found this chain altered where it lies.']),
    ...signatureFaults(signed, certificate),
    ...(mismatch ? [mismatch] : []),
    ...log.faults,
  ];
  const certified = certifiedOutcome(faults, [signed]);
  const isUnlogged = trust.policy !== undefined && log.status !== 'proved';
  const best = isUnlogged ? 'not_logged' : 'contents_withheld';
  return {
    outcome: certified === 'verified' ? best : certified,
    events: events.length,
    linked: broken.length === 0,
    recomputed: read.chain_intact,
    certificate: {
      id: certificateIdOf(certificate),
      signature: signed.signature,
      matches_chain: payload ? !mismatch : null,
    },
    cold_chain_status: coldChainStatus(payload, undefined),
    signer,
    log,
    unsigned: unknownMembers(proof, proofMembers),
    faults,
  };
}

/** The certificate binds the chain, so that its entry and that of its key suffice. */
const logVerdict = (
  { log, certificate_jws }: ParsedPublicProof,
  { thumbprint }: SignerIdentity,
  { policy }: Trust,
): Promise<LogVerdict> => {
  const certificates = certificate_jws === null ? [] : [{ jws: certificate_jws, thumbprint }];
  return checkLog(log, { jobId: '', events: [], certificates, covered: null }, policy);
};

interface LinkedEvent {
  seq: number;
  seal: string | null;
  prev_hash: string;
  hash: string;
}

const members = ['seq', 'at', 'type', 'seal', 'prev_hash', 'hash'];

const isLinkedEvent = (value: unknown): value is LinkedEvent =>
  isObject(value) &&
  Object.keys(value).length === members.length &&
  members.every((name) => Object.hasOwn(value, name)) &&
  Number.isSafeInteger(value.seq) &&
  (value.seal === null || typeof value.seal === 'string') &&
  isHash(value.prev_hash) &&
  isHash(value.hash);

/** The first event that does not follow the one before it. */
function linkFaults(events: readonly unknown[]): string[] {
  let previous = genesisHash;
  for (const [index, event] of events.entries()) {
    const place = index + 1;
    if (!isLinkedEvent(event)) return [`Event ${place}: it is not what an event must be.`];
    if (event.seq !== place) return [`Event ${place}: here stands event ${event.seq}.`];
    if (event.prev_hash !== previous) {
      return [`Event ${place}: the event before it is not the one it was chained to.`];
    }
    previous = event.hash;
  }
  return [];
}

/** The certificate covers exactly these events, and names the seal of the last that has one. */
function extentFault({ custody }: Record<string, unknown>, all: readonly unknown[]) {
  const about = isObject(custody) ? custody : {};
  const events = all.filter(isLinkedEvent);
  if (about.events !== all.length) {
    return `The certificate speaks of ${about.events} events, here are ${all.length}.`;
  }
  if (about.chain_hash !== events.at(-1)?.hash) return 'The certificate speaks of another chain.';
  if (about.seal !== lastSeal(events)) return 'The certificate speaks of another seal.';
  return undefined;
}

const unreadable = (why: string): PublicVerdict => ({
  outcome: 'tampered',
  events: 0,
  linked: false,
  recomputed: false,
  certificate: { id: null, signature: 'none', matches_chain: null },
  cold_chain_status: 'not_known',
  signer: { status: 'unverified', kid: null, thumbprint: null },
  log: unlogged([]),
  unsigned: [],
  faults: [`This is no public proof: ${why}.`],
});
