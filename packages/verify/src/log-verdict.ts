/** Verdict on the log part of a bundle: what of it is logged, who vouches for that, and when it was. */
import { sha256 } from '@noble/hashes/sha2.js';
import { FormatError, toHex, utf8 } from '@svc/tlog/bytes';
import type { Policy } from '@svc/tlog/policy';
import {
  type BundleLog,
  contentFaults,
  type LoggedEntry,
  type LogSubject,
  type ProofLog,
} from './bundle-log.ts';
import type { ChainEvent } from './event.ts';
import { isEvent } from './event-format.ts';
import { checkInclusion, type Inclusion } from './log-inclusion.ts';

/**
 * - `proved`: chain, certificates and signing key are in a log that the policy accepts.
 * - `not_accepted`: they are in a checkpoint whose log or witnesses the policy does not accept.
 * - `no_policy`: they are in a checkpoint; without a policy nobody known vouches for it.
 * - `not_logged`: an entry or its proof is missing.
 * - `tampered`: the log contradicts the bundle, or a proof does not fit.
 */
export type LogStatus = 'proved' | 'not_accepted' | 'no_policy' | 'not_logged' | 'tampered';

/** When a hand-over is proved to have been logged. */
export interface HandoverWindow {
  /** Number of the event. */
  event: number;
  type: string;
  /** When it happened, as the chain says. */
  at: string;
  logged_after: string | null;
  logged_before: string | null;
}

export interface LogVerdict {
  status: LogStatus;
  origin: string | null;
  entries: number;
  /** Whether a log of the policy signed every checkpoint, and its quorum cosigned; null without one. */
  checkpoint: { signed: boolean; quorum: boolean } | null;
  /** Witnesses that cosigned every checkpoint, by their names in the policy. */
  witnesses: readonly string[];
  handovers: readonly HandoverWindow[];
  /** What is not in the log, in words. */
  missing: readonly string[];
  faults: readonly string[];
}

export interface CheckedBundle {
  jobId: string;
  events: readonly unknown[];
  /** Compact JWS of the certificates. */
  jws: readonly string[];
  /** How many events the certificates cover at most; null in a public proof, which names no chain. */
  covered: number | null;
  /** Of the key that signed. */
  thumbprint: string | null;
}

type Proved = LoggedEntry & { inclusion: Inclusion };

export async function checkLog(
  log: BundleLog | ProofLog | null,
  bundle: CheckedBundle,
  policy: Policy | undefined,
): Promise<LogVerdict> {
  if (!log) return unlogged(['This bundle carries nothing of a log.']);
  const certificates = bundle.jws.map(hashJws);
  const faults = contentFaults(log, { ...bundle, certificates });
  const proved: Proved[] = [];
  for (const entry of log.entries) {
    const found = entry.proof === null ? undefined : await included(entry, policy);
    if (typeof found === 'string') faults.push(found);
    else if (found) proved.push({ ...entry, inclusion: found });
  }
  if (proved.some(({ inclusion }) => inclusion.origin !== log.origin)) {
    faults.push('A proof is that of another log than the bundle names.');
  }
  const missing = missingOf(proved, { ...bundle, certificates });
  return {
    status: statusOf({ faults, missing, proved, policy }),
    origin: log.origin,
    entries: proved.length,
    checkpoint: checkpointOf(proved),
    witnesses: commonWitnesses(proved),
    handovers: windowsOf(proved, bundle.events.filter(isEvent)),
    missing,
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

/** The certified head, each certificate and the key must be there. */
function missingOf(
  proved: readonly Proved[],
  { covered, certificates, thumbprint }: CheckedBundle & Pick<LogSubject, 'certificates'>,
): string[] {
  const fields = proved.map((entry) => entry.fields);
  const has = (test: (entry: (typeof fields)[number]) => boolean) => fields.some(test);
  const isHead = covered === null || has((each) => each.type === 'chain' && each.events >= covered);
  const areAll = certificates.every((hash) =>
    has((each) => each.type === 'certificate' && each.certificate === hash),
  );
  const isKey = has((each) => each.type === 'key' && each.thumbprint === thumbprint);
  return [
    ...(isHead ? [] : ['The chain up to its end is not proved to be in the log.']),
    ...(areAll ? [] : ['The certificate is not proved to be in the log.']),
    ...(thumbprint === null || isKey ? [] : ['The signing key is not proved to be in the log.']),
  ];
}

function statusOf(found: {
  faults: readonly string[];
  missing: readonly string[];
  proved: readonly Proved[];
  policy: Policy | undefined;
}): LogStatus {
  if (found.faults.length > 0) return 'tampered';
  if (found.missing.length > 0) return 'not_logged';
  if (!found.policy) return 'no_policy';
  const areAccepted = found.proved.every(({ inclusion }) => inclusion.policy?.accepted);
  return areAccepted ? 'proved' : 'not_accepted';
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

const handoverTypes: ReadonlySet<string> = new Set([
  'collected',
  'scanned',
  'delivered',
  'delivery_failed',
  'returned',
]);

/** A head binds all events before it: the earliest proof of it or of a later one bounds the time. */
function windowsOf(proved: readonly Proved[], events: readonly ChainEvent[]): HandoverWindow[] {
  const heads = proved.flatMap(({ fields, inclusion }) =>
    fields.type === 'chain' ? [{ events: fields.events, ...inclusion }] : [],
  );
  return events
    .filter(({ type }) => handoverTypes.has(type))
    .map(({ seq, type, at }) => {
      const befores = heads
        .filter((head) => head.events >= seq)
        .flatMap(({ logged_before }) => logged_before ?? [])
        .sort();
      const own = heads.find((head) => head.events === seq);
      return {
        event: seq,
        type,
        at,
        logged_after: own?.logged_after ?? null,
        logged_before: befores[0] ?? null,
      };
    });
}
