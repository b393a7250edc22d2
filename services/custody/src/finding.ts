import { isSamplesTenant } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { Kysely } from 'kysely';
import { waitForDelivery } from './caught-up.ts';
import type { Config } from './config.ts';
import type { Asked } from './define.ts';
import {
  answering,
  type IssuedCertificate,
  keyKind,
  pendingCertificate,
  unknownCertificate,
} from './domain/certificate.ts';
import { findPublicCertificate, listCertificatesOfJob } from './store/certificates.ts';
import type { Tables } from './store/schema.ts';

interface Where {
  db: Kysely<Tables>;
  tenant: string;
  clients: Asked;
  config: Config;
}

/** By its own id, or by the id or reference of its job; with all certificates of that job. */
export async function findCertificate({ db, tenant, clients, config }: Where, key: string) {
  const known = pick(await listCertificatesOfJob(db, tenant, key), key);
  if (known) return known;
  if (keyKind(key) === 'id') return findSampleCertificate(db, config, key);
  const job = await locate(clients, key);
  await waitForDelivery(db, job);
  const issued = pick(await listCertificatesOfJob(db, job.tenant_id, job.id), job.id);
  if (!issued) throw pendingCertificate();
  return issued;
}

/** The certificates of sample jobs are for all who ask on the sandbox; nobody else's are. */
async function findSampleCertificate(db: Kysely<Tables>, config: Config, id: string) {
  const isSandbox = config.SVC_ENVIRONMENT === 'sandbox';
  const found = isSandbox ? await findPublicCertificate(db, id) : undefined;
  if (!found || !isSamplesTenant(found.tenant_id)) throw unknownCertificate();
  const { tenant_id, ...certificate } = found;
  return { certificate, ofJob: await listCertificatesOfJob(db, tenant_id, id) };
}

function pick(ofJob: IssuedCertificate[], key: string) {
  const certificate = keyKind(key) === 'id' ? ofJob.find(({ id }) => id === key) : answering(ofJob);
  return certificate && { certificate, ofJob };
}

/** To whoever asks for a certificate, an unknown job is an unknown certificate. */
async function locate(clients: Asked, id: string) {
  try {
    return await clients.jobs.locate({ id });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'job_not_found') throw unknownCertificate();
    throw error;
  }
}
