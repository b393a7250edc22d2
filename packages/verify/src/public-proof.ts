/**
 * Checks a public proof, as the page of a certificate hands it out: signature, links and extent. Its
 * events lack places, people and notes, so that their hashes cannot be computed again, and nothing
 * binds what is left of them but their order.
 */

import { readPublicProof } from './bundle-parser.ts';
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
import type { VerificationOutcome } from './outcome.ts';
import { certifiedOutcome, idOf, signatureFaults } from './signature-outcome.ts';

export interface PublicVerdict {
  outcome: VerificationOutcome;
  events: number;
  certificate: { id: string | null; signature: SignatureCheck['signature'] };
  cold_chain_status: ColdChainStatus;
  signer: SignerIdentity;
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
  const faults = [
    ...linkFaults(events),
    ...(read.chain_intact ? [] : ['The carrier itself found this chain altered where it lies.']),
    ...signatureFaults(signed, certificate),
    ...(mismatch ? [mismatch] : []),
  ];
  const certified = certifiedOutcome(faults, [signed]);
  return {
    outcome: certified === 'verified' ? 'contents_withheld' : certified,
    events: events.length,
    certificate: { id: idOf(certificate), signature: signed.signature },
    cold_chain_status: coldChainStatus(payload, undefined),
    signer,
    faults,
  };
}

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
  certificate: { id: null, signature: 'none' },
  cold_chain_status: 'not_known',
  signer: { status: 'unverified', kid: null, thumbprint: null },
  faults: [`This is no public proof: ${why}.`],
});
