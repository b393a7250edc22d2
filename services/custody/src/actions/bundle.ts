import { chainPage } from '../chain-page.ts';
import { query } from '../define.ts';
import { answering, ofColdChain, toCertificate } from '../domain/certificate.ts';
import { listKeysOf } from '../store/certificate-keys.ts';
import { listCertificatesOfJob } from '../store/certificates.ts';

/** Everything that somebody who trusts nobody needs, with the keys that signed. */
export const bundle = query('bundle', async ({ id, starting_after }, { db, tenant, clients }) => {
  const job = await clients.jobs.locate({ id });
  const { custody, next } = await chainPage(db, tenant, job, starting_after);
  const ofJob = await listCertificatesOfJob(db, tenant, job.id);
  const certificate = answering(ofJob);
  const cold = ofColdChain(ofJob);
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
    next,
  };
});
