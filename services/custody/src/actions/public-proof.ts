import { query } from '../define.ts';
import {
  findColdChainCertificate,
  toCertificate,
  unknownCertificate,
} from '../domain/certificate.ts';
import { listKeysOf } from '../store/certificate-keys.ts';
import { findPublicCertificate, listCertificatesOfJob } from '../store/certificates.ts';
import { getCertifiedChain } from '../workflows/certified-chain.ts';

/** The public verification page: the certified chain without places and persons. */
export const publicProof = query('publicProof', async ({ id }, { db, now }) => {
  const certificate = await findPublicCertificate(db, id);
  if (!certificate) throw unknownCertificate();
  const { tenant_id, job_id, kid, jws } = certificate;
  const ofJob = await listCertificatesOfJob(db, tenant_id, job_id);
  const cold = findColdChainCertificate(ofJob);
  return {
    format: 'svc.custody.proof.v1' as const,
    certificate: toCertificate(certificate, ofJob),
    certificate_jws: jws,
    ...(await getCertifiedChain(db, certificate, now)),
    cold_chain_certificate: cold?.cold_chain
      ? { id: cold.id, result: cold.cold_chain.result }
      : null,
    jwks: { keys: (await listKeysOf(db, [kid])).map((key) => ({ ...key })) },
  };
});
