/** Checks a custody bundle: chain, certificate and who signed it. Needs no account and no network. */

import {
  otherFileReason,
  type ParsedBundle,
  readBundle,
  type SignedCertificate,
} from './bundle-parser.ts';
import {
  checkSignature,
  type SignatureCheck,
  type SignerIdentity,
  type Trust,
} from './certificate.ts';
import {
  type ColdChainStatus,
  coldChainStatus,
  coverageFault,
  eventsOf,
  jobCertificateFault,
  uncoveredFault,
} from './certificate-claims.ts';
import { type ChainFault, chainFault, lastSeal } from './chain.ts';
import { checkDevices, type DeviceCapture } from './devices.ts';
import { isEvent } from './event-format.ts';
import { checkLog, type LogVerdict, unlogged } from './log-verdict.ts';
import { bundleMembers, unknownMembers } from './members.ts';
import type { VerificationOutcome } from './outcome.ts';
import { certificateIdOf, certifiedOutcome, signatureFaults } from './signature-outcome.ts';
import { checkTexts, type TextCounts } from './texts.ts';

export { exitCode } from './outcome.ts';

/** Verification result of one certificate. */
export interface CertificateVerdict {
  id: string | null;
  signature: SignatureCheck['signature'];
  /**
   * Whether the certificate covers exactly these events; null without a certificate that can be
   * trusted.
   */
  matches_chain: boolean | null;
}

/** Excludes the outcome of public proofs: a bundle has all contents. */
export type BundleOutcome = Exclude<VerificationOutcome, 'contents_withheld'>;

export interface BundleVerdict {
  outcome: BundleOutcome;
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
  cold_chain_status: ColdChainStatus;
  /** Notes and locations, which are stored outside the chain. */
  texts: TextCounts;
  /** Events that a courier's device signed. */
  devices: { captures: DeviceCapture[]; faulty: number };
  signer: SignerIdentity;
  /** Verdict on the bundle's proofs of a transparency log. */
  log: LogVerdict;
  /** Members that no bundle has. */
  unsigned: string[];
  /** Everything that does not fit, in words; empty does not mean verified. */
  faults: string[];
}

/** `bundle` is the parsed file, of any form. */
export async function verifyBundle(bundle: unknown, trust: Trust = {}): Promise<BundleVerdict> {
  const other = otherFileReason(bundle);
  if (other) return unreadable('not_a_bundle', other);
  const read = readBundle(bundle);
  if (typeof read === 'string') return unreadable('tampered', read);
  const { job, custody } = read;
  const fault = chainFault({ ...custody, job_id: job.id });
  const own = await check(read, read, { trust, type: 'proof_of_custody' });
  const cold =
    read.cold_chain && (await check(read.cold_chain, read, { trust, type: 'proof_of_cold_chain' }));
  const checked = [own, ...(cold ? [cold] : [])];
  const payloads = checked.flatMap(({ signed }) => (signed.payload ? [signed.payload] : []));
  const { faults: contentFaults, ...contents } = await checkContents(custody, bundle);
  const log = await logVerdict(read, checked, trust);
  const uncovered = fault ? undefined : uncoveredFault(payloads, custody);
  const faults = [
    ...(fault ? [describe(fault)] : []),
    ...(custody.job_id === job.id ? [] : ['The record is that of another job.']),
    ...checked.flatMap((each) => each.faults),
    ...(uncovered ? [uncovered] : []),
    ...contentFaults,
    ...log.faults,
  ];
  const isWhole = !fault && !uncovered;
  const cold_chain_status = coldChainStatus(own.signed.payload, cold);
  const outcome = outcomeOf({ faults, checked, log, trust }, cold_chain_status);
  return {
    outcome,
    verified: outcome === 'verified',
    job,
    events: custody.events.length,
    chain_hash: custody.chain_hash,
    seal: lastSeal(custody.events.filter(isEvent)),
    chain: fault ?? 'ok',
    certificate: verdictOn(own, isWhole),
    cold_chain: cold && verdictOn(cold, isWhole),
    cold_chain_status,
    ...contents,
    signer: own.signed.signer,
    log,
    faults,
  };
}

async function checkContents({ events, texts }: ParsedBundle['custody'], bundle: unknown) {
  const free = checkTexts(events, texts);
  const { captures, faults } = await checkDevices(events);
  const devices = { captures, faulty: faults.length };
  const unsigned = unknownMembers(bundle, bundleMembers);
  return { texts: free.texts, devices, unsigned, faults: [...free.faults, ...faults] };
}

const logVerdict = (
  { job, custody, log }: ParsedBundle,
  checked: readonly Checked[],
  { policy }: Trust,
): Promise<LogVerdict> =>
  checkLog(
    log,
    {
      jobId: job.id,
      events: custody.events,
      certificates: checked.flatMap(({ jws, signed }) =>
        jws === null ? [] : [{ jws, thumbprint: signed.signer.thumbprint }],
      ),
      covered: Math.max(
        1,
        ...checked.flatMap(({ signed: { payload } }) => (payload ? [eventsOf(payload)] : [])),
      ),
    },
    policy,
  );

interface Checked {
  id: string | null;
  jws: string | null;
  signed: SignatureCheck;
  mismatch: string | undefined;
  faults: string[];
}

interface Expected {
  trust: Trust;
  type: string;
}

async function check(given: SignedCertificate, bundle: ParsedBundle, { trust, type }: Expected) {
  const { job, custody, keys } = bundle;
  const { certificate, certificate_jws } = given;
  const signed = await checkSignature(certificate_jws, keys, trust);
  const { payload } = signed;
  const mismatch =
    payload &&
    (jobCertificateFault(certificate, payload, job) ??
      typeFault(payload, type) ??
      coverageFault(payload, custody));
  const faults = [...signatureFaults(signed, certificate), ...(mismatch ? [mismatch] : [])];
  const id = certificateIdOf(certificate);
  return { id, jws: certificate_jws, signed, mismatch, faults } satisfies Checked;
}

/** A proof of custody cannot replace that of the cold chain, nor vice versa. */
const typeFault = (payload: Record<string, unknown>, type: string): string | undefined =>
  payload.type === type ? undefined : `In the place of a ${type} stands another certificate.`;

function outcomeOf(
  { faults, checked, log, trust }: Found,
  coldChain: ColdChainStatus,
): BundleOutcome {
  const outcome = certifiedOutcome(
    faults,
    checked.map(({ signed }) => signed),
  );
  if (outcome !== 'verified') return outcome;
  if (trust.policy !== undefined && log.status !== 'proved') return 'not_logged';
  return coldChain === 'not_shown' ? 'cold_chain_not_shown' : outcome;
}

interface Found {
  faults: readonly string[];
  checked: readonly Checked[];
  log: LogVerdict;
  trust: Trust;
}

const verdictOn = ({ id, signed, mismatch }: Checked, isWhole: boolean): CertificateVerdict => ({
  id,
  signature: signed.signature,
  matches_chain: signed.payload ? isWhole && !mismatch : null,
});

const describe = ({ place, type, detail }: ChainFault): string =>
  `Event ${place}${type ? ` (${type})` : ''}: ${detail}.`;

const unreadable = (outcome: 'tampered' | 'not_a_bundle', why: string): BundleVerdict => ({
  outcome,
  verified: false,
  job: null,
  events: 0,
  chain_hash: null,
  seal: null,
  chain: { rule: 'form', place: 0, seq: null, type: null, detail: why },
  certificate: { id: null, signature: 'none', matches_chain: null },
  cold_chain: null,
  cold_chain_status: 'not_known',
  texts: { checked: 0, absent: 0, faulty: 0 },
  devices: { captures: [], faulty: 0 },
  signer: { status: 'unverified', kid: null, thumbprint: null },
  log: unlogged([]),
  unsigned: [],
  faults: [`This is no custody bundle: ${why}.`],
});
