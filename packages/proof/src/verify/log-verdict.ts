/** Verdict on the log part of a bundle: what of it is logged, who vouches for that, and when it was. */
import { sha256 } from '@noble/hashes/sha2.js';
import { FormatError, toHex, utf8 } from '../log/bytes.ts';
import type { Policy } from '../log/policy.ts';
import { type BundleLog, contentFaults, type LoggedEntry, type ProofLog } from './bundle-log.ts';
import { issuedAt } from './certificate.ts';
import { isEvent } from './event-format.ts';
import { checkInclusion } from './log-inclusion.ts';
import {
  type HandoverWindow,
  lateCertificates,
  lateHandover,
  type Proved,
  windowsOf,
} from './log-windows.ts';

/**
 * - `proved`: chain, certificates and signing key are in a log that the policy accepts.
 * - `late`: they are, and one of them was logged more than a day after the time that it states.
 * - `not_accepted`: they are in a checkpoint whose log or witnesses the policy does not accept.
 * - `no_policy`: they are in a checkpoint; without a policy it is not vouched for.
 * - `not_logged`: an entry or its proof is missing.
 * - `tampered`: the log contradicts the bundle, or a proof does not fit.
 */
export type LogStatus =
  | 'proved'
  | 'late'
  | 'not_accepted'
  | 'no_policy'
  | 'not_logged'
  | 'tampered';

export interface LogVerdict {
  status: LogStatus;
  origin: string | null;
  entries: number;
  /** Whether a log of the policy signed every checkpoint, and its quorum cosigned; null without one. */
  checkpoint: { signed: boolean; quorum: boolean } | null;
  /** Witnesses that cosigned every checkpoint, by their names in the policy. */
  witnesses: readonly string[];
  handovers: readonly HandoverWindow[];
  /** Missing entries, in words. */
  missing: readonly string[];
  /** Hand-overs and certificates that were logged too late to rule out a later rewrite, in words. */
  late: readonly string[];
  faults: readonly string[];
}

export interface CheckedBundle {
  jobId: string;
  events: readonly unknown[];
  certificates: readonly SignedJws[];
  /** How many events the certificates cover at most; null in a public proof, which names no chain. */
  covered: number | null;
}
export interface SignedJws {
  /** Compact. */
  jws: string;
  /** Thumbprint of the key that signed it; null if the signature does not name it. */
  thumbprint: string | null;
}
/** A certificate as the log knows it. */
type Hashed = SignedJws & { hash: string };

export async function checkLog(
  log: BundleLog | ProofLog | null,
  bundle: CheckedBundle,
  policy: Policy | undefined,
): Promise<LogVerdict> {
  if (!log) return unlogged(['This bundle carries nothing of a log.']);
  const signed = bundle.certificates.map((each) => ({ ...each, hash: hashJws(each.jws) }));
  const faults = contentFaults(log, { ...bundle, certificates: signed.map(({ hash }) => hash) });
  const proved: Proved[] = [];
  for (const entry of log.entries) {
    const found = entry.proof === null ? undefined : await included(entry, policy);
    if (typeof found === 'string') faults.push(found);
    else if (found) proved.push({ ...entry, inclusion: found });
  }
  if (proved.some(({ inclusion }) => inclusion.origin !== log.origin)) {
    faults.push('A proof is that of another log than the bundle names.');
  }
  faults.push(...signed.flatMap((each) => certificateFaults(each, proved)));
  const missing = missingOf(proved, signed, bundle.covered);
  const windows = windowsOf(proved, bundle.events.filter(isEvent));
  const late = [...windows.flatMap(lateHandover), ...lateCertificates(proved)];
  return {
    status: statusOf({ faults, missing, late, proved, policy }),
    origin: log.origin,
    entries: proved.length,
    checkpoint: checkpointOf(proved),
    witnesses: commonWitnesses(proved),
    handovers: windows,
    missing,
    late,
    faults,
  };
}

export const unlogged = (missing: readonly string[]): LogVerdict => ({
  status: 'not_logged',
  origin: null,
  entries: 0,
  checkpoint: null,
  witnesses: [],
  handovers: [],
  missing,
  late: [],
  faults: [],
});

const hashJws = (jws: string): string => `sha256:${toHex(sha256(utf8(jws)))}`;

async function included({ text, proof, fields }: LoggedEntry, policy: Policy | undefined) {
  try {
    return await checkInclusion({ text, proof: proof ?? '' }, policy);
  } catch (error) {
    if (error instanceof FormatError) return `Log, ${fields.type}: ${error.message}.`;
    throw error;
  }
}

/** The certified head, each certificate and each key that signed one must be there. */
function missingOf(
  proved: readonly Proved[],
  signed: readonly Hashed[],
  covered: number | null,
): string[] {
  const fields = proved.map((entry) => entry.fields);
  const isHead =
    covered === null || fields.some((each) => each.type === 'chain' && each.events >= covered);
  const areAll = signed.every(({ hash }) => entryOf(proved, hash));
  const areKeys = signed.every(
    ({ thumbprint }) => thumbprint === null || entryOf(proved, thumbprint),
  );
  return [
    ...(isHead ? [] : ['The chain up to its end is not proved to be in the log.']),
    ...(areAll ? [] : ['The certificate is not proved to be in the log.']),
    ...(areKeys ? [] : ['The signing key is not proved to be in the log.']),
  ];
}

/** Entry of a certificate by its hash, or of a key by its thumbprint. */
const entryOf = (proved: readonly Proved[], hash: string): Proved | undefined =>
  proved.find(
    ({ fields }) =>
      (fields.type === 'certificate' && fields.certificate === hash) ||
      (fields.type === 'key' && fields.thumbprint === hash),
  );

/** A key is logged before its first use, and a certificate with the time that it states. */
function certificateFaults({ jws, hash, thumbprint }: Hashed, proved: readonly Proved[]): string[] {
  const certificate = entryOf(proved, hash);
  const key = thumbprint === null ? undefined : entryOf(proved, thumbprint);
  const stated = issuedAt(jws);
  const isUnlike = certificate && stated !== undefined && stated !== certificate.fields.at;
  const isEarly = certificate && key && key.inclusion.index > certificate.inclusion.index;
  return [
    ...(isUnlike ? [`The log holds a certificate of another time than ${stated}.`] : []),
    ...(isEarly ? ['The signing key was logged after a certificate that it signed.'] : []),
  ];
}

function statusOf(found: {
  faults: readonly string[];
  missing: readonly string[];
  late: readonly string[];
  proved: readonly Proved[];
  policy: Policy | undefined;
}): LogStatus {
  if (found.faults.length > 0) return 'tampered';
  if (found.missing.length > 0) return 'not_logged';
  if (!found.policy) return 'no_policy';
  const areAccepted = found.proved.every(({ inclusion }) => inclusion.policy?.accepted);
  if (!areAccepted) return 'not_accepted';
  return found.late.length > 0 ? 'late' : 'proved';
}

function checkpointOf(proved: readonly Proved[]): LogVerdict['checkpoint'] {
  const verdicts = proved.flatMap(({ inclusion }) => inclusion.policy ?? []);
  if (verdicts.length === 0) return null;
  return {
    signed: verdicts.every(({ log }) => log === 'ok'),
    quorum: verdicts.every(({ quorum }) => quorum),
  };
}

const commonWitnesses = (proved: readonly Proved[]): string[] => {
  const [first, ...others] = proved.map(({ inclusion }) => inclusion.witnesses);
  return (first ?? []).filter((name) => others.every((names) => names.includes(name)));
};
