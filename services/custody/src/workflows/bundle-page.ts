/** Input of the offline verifier: chain, certificates and the public keys that signed them. */
import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import type { CustodyClients } from '../define.ts';
import {
  certificatesUpTo,
  findColdChainCertificate,
  findCustodyCertificate,
  toCertificate,
} from '../domain/certificate.ts';
import { listKeysOf } from '../store/certificate-keys.ts';
import { listCertificatesOfJob } from '../store/certificates.ts';
import type { Tables } from '../store/schema.ts';
import { type ChainPlace, getChainPage } from './chain-page.ts';
import { getBundleLog } from './log-proofs.ts';
import type { LocatedJob } from './projection-barrier.ts';

export interface BundlePlace extends ChainPlace {
  /** Owner of the chain; at the desk not the caller. */
  tenant: string;
  job: LocatedJob & { ref: string };
}

export interface BundleScope {
  db: Kysely<Tables>;
  clients: CustodyClients;
  config: Config;
}

export async function getBundlePage(
  { tenant, ...place }: BundlePlace,
  { db, clients, config }: BundleScope,
) {
  const { job, startingAfter } = place;
  const { custody, head, ...page } = await getChainPage(db, tenant, place);
  const ofJob = certificatesUpTo(await listCertificatesOfJob(db, tenant, job.id), head);
  const certificate = findCustodyCertificate(ofJob);
  const cold = findColdChainCertificate(ofJob);
  const enclosed = [certificate, cold].filter((each) => each !== undefined);
  const keys = await listKeysOf(
    db,
    enclosed.map(({ kid }) => kid),
  );
  const certified = new Set(ofJob.map(({ events }) => events));
  const logged = { jobId: job.id, certificates: enclosed, certified, keys };
  return {
    format: 'svc.custody.bundle.v1' as const,
    job: { id: job.id, ref: job.ref },
    custody,
    certificate: certificate ? toCertificate(certificate, ofJob) : null,
    certificate_jws: certificate?.jws ?? null,
    cold_chain: cold
      ? { certificate: toCertificate(cold, ofJob), certificate_jws: cold.jws }
      : null,
    jwks: { keys: keys.map(({ public_jwk }) => ({ ...public_jwk })) },
    // Once in a document: pages after the first continue the chain alone.
    log:
      startingAfter === undefined
        ? await getBundleLog({ db, tenant, clients, config }, logged)
        : null,
    ...page,
  };
}
