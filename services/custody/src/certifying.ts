import type { ColdChain } from '@svc/contracts';
import { randomCode } from '@svc/kit/ids';
import type { Kysely } from 'kysely';
import type { Writing } from './define.ts';
import { type CertificateFields, toSigned } from './domain/certificate.ts';
import type { SigningKey } from './domain/certificate-key.ts';
import { summary } from './hashing.ts';
import { newCertificateKey, signCertificate } from './signing.ts';
import { findSigningKey, lockCertificateKeys, replaceKey } from './store/certificate-keys.ts';
import { insertCertificate } from './store/certificates.ts';
import { listEvents } from './store/chain.ts';
import type { Tables } from './store/schema.ts';

type Issuing = Pick<Writing, 'tenant' | 'now' | 'config' | 'emit' | 'log'>;

interface Certified {
  job_id: string;
  ref: string;
  /** Given, it is the cold chain that is certified. */
  cold_chain: ColdChain | null;
}

/**
 * Signs for the chain as it is now and tells of it. A chain that was altered where it lies gets no
 * signature.
 */
export async function certify(
  db: Kysely<Tables>,
  { tenant, now, config, emit, log }: Issuing,
  { cold_chain, ...job }: Certified,
): Promise<void> {
  const chain = summary(job.job_id, await listEvents(db, tenant, job.job_id));
  if (!chain) {
    log.error({ job_id: job.job_id }, 'chain was altered where it lies: not certified');
    return;
  }
  const id = `${cold_chain ? 'PCC' : 'POC'}-${randomCode(10)}`;
  const fields: CertificateFields = {
    id,
    ...job,
    type: cold_chain ? 'proof_of_cold_chain' : 'proof_of_custody',
    issued_at: now,
    ...chain,
    verify_url: `${config.SVC_PUBLIC_URL}/verify/${id}`,
    cold_chain,
  };
  const key = await signingKey(db, { now, config });
  const jws = await signCertificate({ ...toSigned(fields), ref: job.ref }, key, {
    issuer: config.SVC_PUBLIC_URL,
    secret: config.SVC_SECRET,
  });
  await insertCertificate(db, tenant, { ...fields, kid: key.kid, jws });
  const { type, verify_url } = fields;
  const data = { ...job, certificate_id: id, type, verify_url };
  emit('certificate.issued', data, {}, { jobId: job.job_id });
}

type Key = Omit<SigningKey, 'public_jwk'>;

/** The key that signs now; the first is made when it is first needed. */
async function signingKey(
  db: Kysely<Tables>,
  { now, config }: Pick<Issuing, 'now' | 'config'>,
): Promise<Key> {
  const known = await findSigningKey(db);
  if (known) return known;
  await lockCertificateKeys(db);
  const others = await findSigningKey(db);
  if (others) return others;
  const first = await newCertificateKey(now, config.SVC_SECRET);
  await replaceKey(db, first);
  return first;
}
