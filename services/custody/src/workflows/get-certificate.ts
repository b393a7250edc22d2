import { isSamplesTenant } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import type { CustodyClients } from '../define.ts';
import {
  findCustodyCertificate,
  type IssuedCertificate,
  keyKind,
  pendingCertificate,
  unknownCertificate,
} from '../domain/certificate.ts';
import { findPublicCertificate, listCertificatesOfJob } from '../store/certificates.ts';
import type { Tables } from '../store/schema.ts';
import { waitForDelivery } from './projection-barrier.ts';

interface LookupContext {
  db: Kysely<Tables>;
  tenant: string;
  clients: CustodyClients;
  config: Config;
}

/**
 * A certificate, with all certificates of its job; `key` is its id, or the id or reference of the
 * job.
 */
export async function getCertificate({ db, tenant, clients, config }: LookupContext, key: string) {
  const known = select(await listCertificatesOfJob(db, tenant, key), key);
  if (known) return known;
  if (keyKind(key) === 'id') return findSampleCertificate(db, config, key);
  const job = await locateJob(clients, key);
  await waitForDelivery(db, job);
  const issued = select(await listCertificatesOfJob(db, job.tenant_id, job.id), job.id);
  if (!issued) throw pendingCertificate();
  return issued;
}

/** Sample certificates are readable by every tenant of the sandbox. */
async function findSampleCertificate(db: Kysely<Tables>, config: Config, id: string) {
  const isSandbox = config.SVC_ENVIRONMENT === 'sandbox';
  const found = isSandbox ? await findPublicCertificate(db, id) : undefined;
  if (!found || !isSamplesTenant(found.tenant_id)) throw unknownCertificate();
  const { tenant_id, ...certificate } = found;
  return { certificate, ofJob: await listCertificatesOfJob(db, tenant_id, id) };
}

function select(ofJob: IssuedCertificate[], key: string) {
  const certificate =
    keyKind(key) === 'id' ? ofJob.find(({ id }) => id === key) : findCustodyCertificate(ofJob);
  return certificate && { certificate, ofJob };
}

/** An unknown job is reported as an unknown certificate. */
async function locateJob(clients: CustodyClients, id: string) {
  try {
    return await clients.jobs.locate({ id });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'job_not_found') throw unknownCertificate();
    throw error;
  }
}
