import { query } from '../define.ts';
import {
  findColdChainCertificate,
  pendingCertificate,
  toCertificate,
} from '../domain/certificate.ts';
import { listKeysOf } from '../store/certificate-keys.ts';
import { listIssued } from '../store/certificates.ts';
import { getCertificate } from '../workflows/get-certificate.ts';

export const certificate = query('certificate', async ({ id }, context) => {
  const found = await getCertificate(context, id);
  return toCertificate(found.certificate, found.ofJob);
});

export const certificateJws = query('certificateJws', async ({ id }, context) => {
  const { certificate } = await getCertificate(context, id);
  return { jws: certificate.jws };
});

/** By job id, job reference or the id of any certificate of the job. */
export const coldChainCertificate = query('coldChainCertificate', async ({ id }, context) => {
  const { ofJob } = await getCertificate(context, id);
  const cold = findColdChainCertificate(ofJob);
  if (!cold) throw pendingCertificate();
  return {
    certificate: toCertificate(cold, ofJob),
    certificate_jws: cold.jws,
    jwks: { keys: (await listKeysOf(context.db, [cold.kid])).map((key) => ({ ...key })) },
  };
});

export const issuedCertificates = query(
  'issuedCertificates',
  async ({ tenant_id, job_id }, { db }) => ({
    certificates: await listIssued(db, tenant_id, job_id),
  }),
);
