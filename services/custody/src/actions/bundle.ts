import { waitForChain } from '../caught-up.ts';
import { query } from '../define.ts';
import { answering, toCertificate } from '../domain/certificate.ts';
import { toRecord } from '../domain/chain.ts';
import { start } from '../hashing.ts';
import { findPublicKey } from '../store/certificate-keys.ts';
import { listCertificatesOfJob } from '../store/certificates.ts';
import { listEvents } from '../store/chain.ts';

/** Everything that somebody who trusts nobody needs, with the one key that signed. */
export const bundle = query('bundle', async ({ id }, { db, tenant, clients }) => {
  const job = await clients.jobs.locate({ id });
  await waitForChain(db, job);
  const ofJob = await listCertificatesOfJob(db, tenant, job.id);
  const certificate = answering(ofJob);
  const key = certificate && (await findPublicKey(db, certificate.kid));
  return {
    format: 'svc.custody.bundle.v1' as const,
    job: { id: job.id, ref: job.ref },
    custody: toRecord(job.id, await listEvents(db, tenant, job.id), start),
    certificate: certificate ? toCertificate(certificate, ofJob) : null,
    certificate_jws: certificate?.jws ?? null,
    jwks: { keys: key ? [{ ...key }] : [] },
  };
});
