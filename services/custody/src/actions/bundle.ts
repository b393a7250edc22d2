import { query } from '../define.ts';
import {
  findColdChainCertificate,
  findCustodyCertificate,
  toCertificate,
} from '../domain/certificate.ts';
import { listKeysOf } from '../store/certificate-keys.ts';
import { listCertificatesOfJob } from '../store/certificates.ts';
import { getChainPage } from '../workflows/chain-page.ts';

/** Input of the offline verifier: chain, certificates and the public keys that signed them. */
export const bundle = query('bundle', async ({ id, starting_after }, { db, tenant, clients }) => {
  const job = await clients.jobs.locate({ id });
  const { custody, ...page } = await getChainPage(db, tenant, {
    job,
    startingAfter: starting_after,
  });
  const ofJob = await listCertificatesOfJob(db, tenant, job.id);
  const certificate = findCustodyCertificate(ofJob);
  const cold = findColdChainCertificate(ofJob);
  const signed = [certificate, cold].flatMap((each) => each?.kid ?? []);
  return {
    format: 'svc.custody.bundle.v1' as const,
    job: { id: job.id, ref: job.ref },
    custody,
    certificate: certificate ? toCertificate(certificate, ofJob) : null,
    certificate_jws: certificate?.jws ?? null,
    cold_chain: cold
      ? { certificate: toCertificate(cold, ofJob), certificate_jws: cold.jws }
      : null,
    jwks: { keys: (await listKeysOf(db, signed)).map((key) => ({ ...key })) },
    ...page,
  };
});
