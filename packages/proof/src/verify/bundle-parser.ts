/** Parses the members of bundles and public proofs that verification reads. */
import type { JWK } from 'jose';
import { type BundleLog, type ProofLog, readLog, readProofLog } from './bundle-log.ts';
import type { JobIdentity } from './certificate-claims.ts';
import { isObject } from './event-format.ts';

/** A certificate as it is shown, and as it was signed. */
export interface SignedCertificate {
  certificate: Record<string, unknown> | null;
  certificate_jws: string | null;
}
export interface ParsedBundle extends SignedCertificate {
  job: JobIdentity;
  custody: { job_id: string; chain_hash: string; events: unknown[]; texts: unknown[] };
  cold_chain: SignedCertificate | null;
  keys: JWK[];
  /** Null in bundles from before the log. */
  log: BundleLog | null;
}
/** Readings of a cold chain, and the certificate that was issued for them. */
export interface ParsedReadingsBundle extends SignedCertificate {
  job: JobIdentity;
  readings: unknown[];
  keys: JWK[];
}

/** The form that a certificate's page hands out: no places, people or notes. */
export interface ParsedPublicProof extends SignedCertificate {
  events: unknown[];
  chain_intact: boolean;
  keys: JWK[];
  /** Log entries of the certificate and its key; null in proofs from before the log. */
  log: ProofLog | null;
}

const bundleFormat = 'svc.custody.bundle.v1';
const readingsFormat = 'svc.cold_chain.bundle.v1';
const proofFormat = 'svc.custody.proof.v1';

/** Why the file is no bundle; undefined if it declares to be one. */
export function otherFileReason(file: unknown): string | undefined {
  if (file === undefined) return 'it is not JSON';
  if (!isObject(file)) return 'it is not a JSON object';
  // A bundle under another name was altered; what has neither of these members never was one.
  if (file.format === bundleFormat || 'custody' in file || 'job' in file) return undefined;
  if (readKeys(file) && file.format === undefined) return 'it holds keys, which --jwks takes';
  return `its format is not ${bundleFormat}`;
}

/** The bundle, or what it lacks. */
export function readBundle(bundle: unknown): ParsedBundle | string {
  if (!isObject(bundle)) return 'it is not a JSON object';
  if (bundle.format !== bundleFormat) return `its format is not ${bundleFormat}`;
  const { custody } = bundle;
  const job = jobOf(bundle);
  if (!job) return 'it names no job';
  if (
    !isObject(custody) ||
    typeof custody.job_id !== 'string' ||
    typeof custody.chain_hash !== 'string' ||
    !Array.isArray(custody.events)
  ) {
    return 'it holds no chain';
  }
  // Bundles from before texts were stored outside the chain lack the member.
  const texts = custody.texts ?? [];
  if (!Array.isArray(texts)) return 'its texts are none';
  const certified = certifiedOf(bundle);
  if (typeof certified === 'string') return certified;
  // Bundles that are older than such certificates lack the member.
  const cold = bundle.cold_chain ?? null;
  if (cold !== null && !isObject(cold)) return 'its cold chain is none';
  const cold_chain = cold && certifiedOf(cold);
  if (typeof cold_chain === 'string') return cold_chain;
  const log = readLog(bundle.log);
  if (typeof log === 'string') return log;
  const { job_id, chain_hash, events } = custody;
  return {
    job,
    custody: { job_id, chain_hash, events, texts },
    ...certified,
    cold_chain,
    keys: readKeys(bundle.jwks) ?? [],
    log,
  };
}

export const isReadingsBundle = (bundle: unknown): bundle is Record<string, unknown> =>
  isObject(bundle) && bundle.format === readingsFormat;

/** Proofs that are older than the name of their format are known by their members. */
export const isPublicProof = (bundle: unknown): bundle is Record<string, unknown> =>
  isObject(bundle) &&
  (bundle.format === proofFormat ||
    (bundle.format === undefined && 'chain_intact' in bundle && 'certificate_jws' in bundle));

/** The proof, or what it lacks. */
export function readPublicProof(proof: Record<string, unknown>): ParsedPublicProof | string {
  if (!Array.isArray(proof.events)) return 'it holds no events';
  const certified = certifiedOf(proof);
  if (typeof certified === 'string') return certified;
  const log = readProofLog(proof.log);
  if (typeof log === 'string') return log;
  const { events, chain_intact } = proof;
  return {
    events,
    chain_intact: chain_intact === true,
    ...certified,
    keys: readKeys(proof.jwks) ?? [],
    log,
  };
}

/** The readings and their certificate, or the reason why they cannot be read. */
export function readReadingsBundle(bundle: Record<string, unknown>): ParsedReadingsBundle | string {
  const job = jobOf(bundle);
  if (!job) return 'it names no job';
  if (!Array.isArray(bundle.readings)) return 'it holds no readings';
  const certified = certifiedOf(bundle);
  if (typeof certified === 'string') return certified;
  return { job, readings: bundle.readings, ...certified, keys: readKeys(bundle.jwks) ?? [] };
}

const jobOf = ({ job }: Record<string, unknown>): JobIdentity | undefined =>
  isObject(job) && typeof job.id === 'string' && typeof job.ref === 'string'
    ? { id: job.id, ref: job.ref }
    : undefined;

function certifiedOf({ certificate, certificate_jws }: Record<string, unknown>) {
  if (certificate !== null && !isObject(certificate)) return 'its certificate is none';
  if (certificate_jws !== null && typeof certificate_jws !== 'string') {
    return 'its signed certificate is none';
  }
  return { certificate, certificate_jws } satisfies SignedCertificate;
}

/** The keys of a JWKS (RFC 7517); undefined if it is malformed. */
export function readKeys(jwks: unknown): JWK[] | undefined {
  return isObject(jwks) && Array.isArray(jwks.keys) ? jwks.keys.filter(isObject) : undefined;
}
