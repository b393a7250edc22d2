/** Takes a bundle apart, as far as it must be understood to be checked. */
import type { JWK } from 'jose';
import type { Job } from './about.ts';
import { isObject } from './form.ts';

/** A certificate as it is shown, and as it was signed. */
export interface Certified {
  certificate: Record<string, unknown> | null;
  certificate_jws: string | null;
}
export interface Bundle extends Certified {
  job: Job;
  custody: { job_id: string; chain_hash: string; events: unknown[] };
  cold_chain: Certified | null;
  keys: JWK[];
}
/** Readings of a cold chain, and the certificate that was issued for them. */
export interface ReadingsBundle extends Certified {
  job: Job;
  readings: unknown[];
  keys: JWK[];
}

const bundleFormat = 'svc.custody.bundle.v1';
const readingsFormat = 'svc.cold_chain.bundle.v1';

/** The bundle, or why it is none. */
export function readBundle(bundle: unknown): Bundle | string {
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
  const certified = certifiedOf(bundle);
  if (typeof certified === 'string') return certified;
  // Bundles of before there were such certificates lack the member.
  const cold_chain = isObject(bundle.cold_chain) ? certifiedOf(bundle.cold_chain) : null;
  if (typeof cold_chain === 'string') return cold_chain;
  const { job_id, chain_hash, events } = custody;
  return {
    job,
    custody: { job_id, chain_hash, events },
    ...certified,
    cold_chain,
    keys: readKeys(bundle.jwks) ?? [],
  };
}

export const isReadingsBundle = (bundle: unknown): bundle is Record<string, unknown> =>
  isObject(bundle) && bundle.format === readingsFormat;

/** The readings and their certificate, or why there are none. */
export function readReadingsBundle(bundle: Record<string, unknown>): ReadingsBundle | string {
  const job = jobOf(bundle);
  if (!job) return 'it names no job';
  if (!Array.isArray(bundle.readings)) return 'it holds no readings';
  const certified = certifiedOf(bundle);
  if (typeof certified === 'string') return certified;
  return { job, readings: bundle.readings, ...certified, keys: readKeys(bundle.jwks) ?? [] };
}

const jobOf = ({ job }: Record<string, unknown>): Job | undefined =>
  isObject(job) && typeof job.id === 'string' && typeof job.ref === 'string'
    ? { id: job.id, ref: job.ref }
    : undefined;

function certifiedOf({ certificate, certificate_jws }: Record<string, unknown>) {
  if (certificate !== null && !isObject(certificate)) return 'its certificate is none';
  if (certificate_jws !== null && typeof certificate_jws !== 'string') {
    return 'its signed certificate is none';
  }
  return { certificate, certificate_jws } satisfies Certified;
}

/** The keys of a JWKS (RFC 7517); undefined when it is none. */
export function readKeys(jwks: unknown): JWK[] | undefined {
  return isObject(jwks) && Array.isArray(jwks.keys) ? jwks.keys.filter(isObject) : undefined;
}
