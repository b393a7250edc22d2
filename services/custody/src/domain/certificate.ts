/** Certificates: the carrier's signed statement on a finished chain, or on its cold chain. */
import type { Certificate, CertificateLog, ColdChain } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';

/** The content of a certificate, before it is signed. */
export interface CertificateFields {
  id: string;
  job_id: string;
  ref: string;
  type: Certificate['type'];
  issued_at: Date;
  events: number;
  seal: string | null;
  chain_hash: string;
  verify_url: string;
  /** Null where it was issued before the log. */
  log: CertificateLog | null;
  /**
   * Whether a `PCC-` will follow; null for a `PCC-`, and for certificates that predate the field.
   */
  cold_chain_expected: boolean | null;
  /** Null for any other than a PCC-. */
  cold_chain: ColdChain | null;
  /** Null where nothing was decided. */
  dispositions: Certificate['dispositions'] | null;
}
export interface IssuedCertificate extends CertificateFields {
  kid: string;
  jws: string;
}

/** The signed content. Without `related`, because other certificates of the job may follow. */
export const toSigned = (fields: CertificateFields): Omit<Certificate, 'related'> => ({
  id: fields.id,
  object: 'certificate',
  type: fields.type,
  job_id: fields.job_id,
  issued_at: fields.issued_at.toISOString(),
  custody: { events: fields.events, seal: fields.seal, chain_hash: fields.chain_hash },
  verify_url: fields.verify_url,
  ...(fields.log && { log: fields.log }),
  ...(fields.cold_chain_expected !== null && { cold_chain_expected: fields.cold_chain_expected }),
  ...(fields.cold_chain && { cold_chain: fields.cold_chain }),
  ...(fields.dispositions && { dispositions: fields.dispositions }),
});

/** The public resource names the other certificates of the same job. */
export const toCertificate = (
  certificate: CertificateFields,
  ofJob: readonly CertificateFields[],
): Certificate => ({
  ...toSigned(certificate),
  related: ofJob.map(({ id }) => id).filter((id) => id !== certificate.id),
});

/** A certificate is known by its own id, or by the id or reference of its job. */
export function keyKind(key: string): 'id' | 'ref' | 'job_id' {
  if (/^P[OC]C-/.test(key)) return 'id';
  return key.startsWith('SVC-') ? 'ref' : 'job_id';
}

/** The newest cold-chain certificate (`PCC-`) of a job, if there is one; the list is in order of issue. */
export const findColdChainCertificate = <C extends CertificateFields>(
  ofJob: readonly C[],
): C | undefined => ofJob.findLast(({ type }) => type === 'proof_of_cold_chain');

/**
 * The certificate of custody (`POC-`) of a job that a lookup by job returns: the one of the longest
 * chain, so that each event is covered.
 */
export const findCustodyCertificate = <C extends CertificateFields>(
  ofJob: readonly C[],
): C | undefined =>
  ofJob
    .filter(({ type }) => type === 'proof_of_custody')
    .toSorted((a, b) => b.events - a.events)
    .at(0);

/** Certificates of the chain as it was read; one issued since speaks of events that it lacks. */
export const certificatesUpTo = <C extends CertificateFields>(
  ofJob: readonly C[],
  head: number,
): C[] => ofJob.filter(({ events }) => events <= head);

export const unknownCertificate = (): Refusal =>
  new Refusal('certificate_not_found', 'No certificate with this id.');

/** A known job without a certificate will have one when it is delivered. */
export const pendingCertificate = (): Refusal =>
  new Refusal('certificate_pending', 'The certificate of this job is not issued yet.');
