import { Refusal } from '@svc/kit/refusal';
import { hashJws } from '../adapters/log-entry-hash.ts';
import { query } from '../define.ts';
import {
  findColdChainCertificate,
  pendingCertificate,
  toCertificate,
} from '../domain/certificate.ts';
import { certificateEntry } from '../domain/log-entry.ts';
import { listKeysOf } from '../store/certificate-keys.ts';
import { listIssued } from '../store/certificates.ts';
import { getCertificate } from '../workflows/get-certificate.ts';
import { proofsOf } from '../workflows/log-proofs.ts';

export const certificate = query('certificate', async ({ id }, context) => {
  const found = await getCertificate(context, id);
  return toCertificate(found.certificate, found.ofJob);
});

export const certificateJws = query('certificateJws', async ({ id }, context) => {
  const { certificate } = await getCertificate(context, id);
  return { jws: certificate.jws };
});

/** A certificate that is older than the log has no proof, and is refused like an absent one. */
export const certificateProof = query('certificateProof', async ({ id }, context) => {
  const { jws, issued_at, log } = (await getCertificate(context, id)).certificate;
  if (!log) throw new Refusal('certificate_not_found', 'It was issued before there was a log.');
  const [proof] = await proofsOf(context.clients, [certificateEntry(hashJws(jws), issued_at)]);
  if (!proof) throw pendingProof();
  return { proof };
});

const pendingProof = () =>
  new Refusal('proof_pending', 'No published checkpoint covers the certificate yet.', {
    retryAfterSeconds: 1,
  });

/** Accepts a job id, a job reference or the id of any certificate of the job. */
export const coldChainCertificate = query('coldChainCertificate', async ({ id }, context) => {
  const { ofJob } = await getCertificate(context, id);
  const cold = findColdChainCertificate(ofJob);
  if (!cold) throw pendingCertificate();
  return {
    certificate: toCertificate(cold, ofJob),
    certificate_jws: cold.jws,
    jwks: {
      keys: (await listKeysOf(context.db, [cold.kid])).map(({ public_jwk }) => ({ ...public_jwk })),
    },
  };
});

export const issuedCertificates = query(
  'issuedCertificates',
  async ({ tenant_id, job_id }, { db }) => ({
    certificates: await listIssued(db, tenant_id, job_id),
  }),
);
