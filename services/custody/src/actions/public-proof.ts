import { query } from '../define.ts';
import { toCertificate, unknownCertificate } from '../domain/certificate.ts';
import { toEvent } from '../domain/chain.ts';
import { summary } from '../hashing.ts';
import { listKeysOf } from '../store/certificate-keys.ts';
import { findPublicCertificate, listCertificatesOfJob } from '../store/certificates.ts';
import { listEvents } from '../store/chain.ts';

/** For anybody who has the certificate's id: what it vouches for, less all that names a place or person. */
export const publicProof = query('publicProof', async ({ id }, { db }) => {
  const certificate = await findPublicCertificate(db, id);
  if (!certificate) throw unknownCertificate();
  const { tenant_id, job_id, kid, jws } = certificate;
  const events = (await listEvents(db, tenant_id, job_id)).slice(0, certificate.events);
  const chain = summary(job_id, events);
  return {
    certificate: toCertificate(certificate, await listCertificatesOfJob(db, tenant_id, job_id)),
    certificate_jws: jws,
    events: events.map(toEvent).map(({ seq, at, type, seal, prev_hash, hash }) => ({
      seq,
      at,
      type,
      seal,
      prev_hash,
      hash,
    })),
    chain_intact: chain?.chain_hash === certificate.chain_hash,
    jwks: { keys: (await listKeysOf(db, [kid])).map((key) => ({ ...key })) },
  };
});
