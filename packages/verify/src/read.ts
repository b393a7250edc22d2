/** Takes a bundle apart, as far as it must be understood to be checked. */
import type { JWK } from 'jose';
import { isObject } from './form.ts';

export interface Bundle {
  job: { id: string; ref: string };
  custody: { job_id: string; chain_hash: string; events: unknown[] };
  certificate: Record<string, unknown> | null;
  certificate_jws: string | null;
  keys: JWK[];
}

const bundleFormat = 'svc.custody.bundle.v1';

/** The bundle, or why it is none. */
export function readBundle(bundle: unknown): Bundle | string {
  if (!isObject(bundle)) return 'it is not a JSON object';
  if (bundle.format !== bundleFormat) return `its format is not ${bundleFormat}`;
  const { job, custody, certificate, certificate_jws } = bundle;
  if (!isObject(job) || typeof job.id !== 'string' || typeof job.ref !== 'string') {
    return 'it names no job';
  }
  if (
    !isObject(custody) ||
    typeof custody.job_id !== 'string' ||
    typeof custody.chain_hash !== 'string' ||
    !Array.isArray(custody.events)
  ) {
    return 'it holds no chain';
  }
  if (certificate !== null && !isObject(certificate)) return 'its certificate is none';
  if (certificate_jws !== null && typeof certificate_jws !== 'string') {
    return 'its signed certificate is none';
  }
  const { job_id, chain_hash, events } = custody;
  return {
    job: { id: job.id, ref: job.ref },
    custody: { job_id, chain_hash, events },
    certificate,
    certificate_jws,
    keys: readKeys(bundle.jwks) ?? [],
  };
}

/** The keys of a JWKS (RFC 7517); undefined when it is none. */
export function readKeys(jwks: unknown): JWK[] | undefined {
  return isObject(jwks) && Array.isArray(jwks.keys) ? jwks.keys.filter(isObject) : undefined;
}
