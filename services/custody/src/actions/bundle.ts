import { waitForChain } from '../caught-up.ts';
import { query } from '../define.ts';
import { answering, ofColdChain, toCertificate } from '../domain/certificate.ts';
import { toRecord } from '../domain/chain.ts';
import { start } from '../hashing.ts';
import { listKeysOf } from '../store/certificate-keys.ts';
import { listCertificatesOfJob } from '../store/certificates.ts';
import { listEvents } from '../store/chain.ts';

/** Everything that somebody who trusts nobody needs, with the keys that signed. */
export const bundle = query('bundle', async ({ id }, { db, tenant, clients }) => {
  const job = await clients.jobs.locate({ id });
  await waitForChain(db, job);
  const ofJob = await listCertificatesOfJob(db, tenant, job.id);
  const certificate = answering(ofJob);
  const cold = ofColdChain(ofJob);
  const signed = [certificate, cold].flatMap((each) => each?.kid ?? []);
  return {
    format: 'svc.custody.bundle.v1' as const,
    job: { id: job.id, ref: job.ref },
    custody: toRecord(job.id, await listEvents(db, tenant, job.id), start),
    certificate: certificate ? toCertificate(certificate, ofJob) : null,
    certificate_jws: certificate?.jws ?? null,
    cold_chain: cold
      ? { certificate: toCertificate(cold, ofJob), certificate_jws: cold.jws }
      : null,
    jwks: { keys: (await listKeysOf(db, signed)).map((key) => ({ ...key })) },
  };
});
