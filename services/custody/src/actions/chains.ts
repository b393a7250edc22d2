import { query } from '../define.ts';
import {
  findColdChainCertificate,
  toCertificate,
  unknownCertificate,
} from '../domain/certificate.ts';
import { listKeysOf } from '../store/certificate-keys.ts';
import { findPublicCertificate, listCertificatesOfJob, listIssued } from '../store/certificates.ts';
import { findHead } from '../store/chain.ts';
import { getBundlePage } from '../workflows/bundle-page.ts';
import { getCertifiedChain } from '../workflows/certified-chain.ts';
import { getChainPage } from '../workflows/chain-page.ts';
import { getPublicLog } from '../workflows/log-proofs.ts';
import { getVerifiedChainPage } from '../workflows/verified-chain.ts';

export const record = query('record', async ({ id, starting_after }, { db, tenant, clients }) => {
  const job = await clients.jobs.locate({ id });
  const {
    custody,
    head: _,
    ...page
  } = await getChainPage(db, tenant, {
    job,
    startingAfter: starting_after,
    withNames: false,
  });
  return { ...custody, ...page };
});

export const bundle = query('bundle', async ({ id, starting_after }, context) => {
  const job = await context.clients.jobs.locate({ id });
  const { tenant } = context;
  const place = { tenant, job, startingAfter: starting_after, withNames: false };
  return getBundlePage(place, context);
});

export const bundleForDesk = query('bundleForDesk', async ({ id, starting_after }, context) => {
  const job = await context.clients.jobs.locateForDesk({ id });
  const { tenant_id: tenant } = job;
  const place = { tenant, job, startingAfter: starting_after, withNames: true };
  return getBundlePage(place, context);
});

export const chainForDesk = query('chainForDesk', async ({ id, starting_after }, context) => {
  const job = await context.clients.jobs.locateForDesk({ id });
  const { tenant_id: tenant } = job;
  const place = { tenant, job, startingAfter: starting_after, withNames: true };
  return getVerifiedChainPage(place, context);
});

export const deskCustody = query('deskCustody', async ({ tenant_id, job_id }, { db }) => {
  const [head, certificates] = await Promise.all([
    findHead(db, tenant_id, { jobId: job_id }),
    listIssued(db, tenant_id, job_id),
  ]);
  return { events: head?.seq ?? 0, chain_hash: head?.hash ?? null, certificates };
});

/** The public verification page: the certified chain without places and persons. */
export const publicProof = query('publicProof', async ({ id }, context) => {
  const { db, now } = context;
  const certificate = await findPublicCertificate(db, id);
  if (!certificate) throw unknownCertificate();
  const { tenant_id, job_id, kid, jws } = certificate;
  const ofJob = await listCertificatesOfJob(db, tenant_id, job_id);
  const cold = findColdChainCertificate(ofJob);
  const keys = await listKeysOf(db, [kid]);
  return {
    format: 'svc.custody.proof.v1' as const,
    certificate: toCertificate(certificate, ofJob),
    certificate_jws: jws,
    ...(await getCertifiedChain(db, certificate, now)),
    cold_chain_certificate: cold?.cold_chain
      ? { id: cold.id, result: cold.cold_chain.result }
      : null,
    jwks: { keys: keys.map(({ public_jwk }) => ({ ...public_jwk })) },
    log: await getPublicLog(context, certificate, keys),
  };
});
