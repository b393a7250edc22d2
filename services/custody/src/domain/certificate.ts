/** Certificates: the carrier's signed word for a finished chain, or for the cold chain in it. */
import type { Certificate, ColdChain } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';

/** A certificate for what it says, and as it is stored and signed. */
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
  /** Null for any other than a PCC-. */
  cold_chain: ColdChain | null;
}
export interface IssuedCertificate extends CertificateFields {
  kid: string;
  jws: string;
}

/** What the carrier signs; other certificates of the job may come later, so it leaves them out. */
export const toSigned = (fields: CertificateFields): Omit<Certificate, 'related'> => ({
  id: fields.id,
  object: 'certificate',
  type: fields.type,
  job_id: fields.job_id,
  issued_at: fields.issued_at.toISOString(),
  custody: { events: fields.events, seal: fields.seal, chain_hash: fields.chain_hash },
  verify_url: fields.verify_url,
  ...(fields.cold_chain && { cold_chain: fields.cold_chain }),
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

/** The one for the cold chain, which comes after that of custody, or never. */
export const ofColdChain = <C extends CertificateFields>(ofJob: readonly C[]): C | undefined =>
  ofJob.find(({ type }) => type === 'proof_of_cold_chain');

/** Of a job's certificates the one for its chain of custody answers. */
export const answering = <C extends CertificateFields>(ofJob: readonly C[]): C | undefined =>
  ofJob.find(({ type }) => type === 'proof_of_custody');

export const unknownCertificate = (): Refusal =>
  new Refusal('certificate_not_found', 'No certificate with this id.');

/** A known job without a certificate will have one when it is delivered. */
export const pendingCertificate = (): Refusal =>
  new Refusal('certificate_pending', 'The certificate of this job is not issued yet.');
