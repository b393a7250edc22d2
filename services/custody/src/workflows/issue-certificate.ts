/** Issue of certificates: verifies the stored chain, signs, emits, and submits to the log. */
import type { ColdChain, LogEntry } from '@svc/contracts';
import { randomCode } from '@svc/kit/ids';
import { ageSeconds } from '@svc/kit/metric';
import { apiUrl, logOriginOf } from '@svc/kit/settings';
import type { Kysely } from 'kysely';
import { signCertificate } from '../adapters/certificate-signer.ts';
import { commitment, summarizeChain } from '../adapters/chain-hash.ts';
import { hashJws, thumbprintOf } from '../adapters/log-entry-hash.ts';
import type { CustodyWriteContext } from '../define.ts';
import { type CertificateFields, type IssuedCertificate, toSigned } from '../domain/certificate.ts';
import type { CertificateSigningKey } from '../domain/certificate-key.ts';
import { dispositionsIn, type StoredEvent, toEvent } from '../domain/chain.ts';
import { certificateEntry, certificateLogOf, chainEntry, keyEntry } from '../domain/log-entry.ts';
import { findSigningKey, lockCertificateKeys } from '../store/certificate-keys.ts';
import { insertCertificates } from '../store/certificates.ts';
import { listEvents } from '../store/chain.ts';
import type { Tables } from '../store/schema.ts';
import { type LogSubmission, submitToLog } from './log-submission.ts';
import { certificateDelay } from './metrics.ts';
import { rotateKey } from './rotate-key.ts';

interface CertifiedJob {
  job_id: string;
  ref: string;
  /** When the event happened that completes the certificate. */
  completed_at: string;
}
/** A `PCC-` contains the cold chain; a `POC-` states whether a `PCC-` will follow. */
type Certified = CertifiedJob &
  ({ cold_chain: ColdChain } | { cold_chain: null; cold_chain_expected: boolean | null });

/** A job to certify, in the context of the event that completes the certificate. */
export interface CertificateRequest {
  context: CustodyWriteContext;
  certified: Certified;
  /** The chain as it is now. */
  stored: readonly StoredEvent[];
}

/** Certifies the chain of a job as it is now. */
export async function issueCertificate(
  context: CustodyWriteContext,
  certified: Certified,
): Promise<void> {
  const stored = await listEvents(context.db, context.tenant, certified.job_id);
  submitToLog(await issueCertificates(context.db, [{ context, certified, stored }]));
}

/**
 * Signs and stores certificates and emits `certificate.issued` of each. A stored chain that does
 * not verify is not signed. Returns what is to be logged: the key, the head of the chain and the
 * certificate, in this order; the log skips what it has.
 */
export async function issueCertificates(
  db: Kysely<Tables>,
  requests: readonly CertificateRequest[],
): Promise<LogSubmission[]> {
  const verified = requests.flatMap((request) => {
    const fields = certificateFields(request);
    return fields ? [{ ...request, fields }] : [];
  });
  const [first] = verified;
  if (!first) return [];
  const key = await signingKey(first.context);
  const { config } = first.context;
  const issued = await Promise.all(
    verified.map(async ({ fields, ...request }) => {
      const jws = await signCertificate({ ...toSigned(fields), ref: fields.ref }, key, {
        issuer: config.SVC_PUBLIC_URL,
        secret: config.SVC_SECRET,
      });
      return { ...request, certificate: { ...fields, kid: key.kid, jws } };
    }),
  );
  await insertCertificates(
    db,
    issued.map(({ context: { tenant }, certificate }) => ({ tenant_id: tenant, ...certificate })),
  );
  const signedBy = keyEntry(await thumbprintOf(key.public_jwk), key.created_at);
  for (const each of issued) announce(each);
  return issued.map(({ context, certified: { job_id }, stored, certificate: { jws } }) => ({
    context,
    entries: [
      signedBy,
      ...headEntry(job_id, stored.at(-1)),
      certificateEntry(hashJws(jws), context.now),
    ],
  }));
}

/** Undefined if the stored chain does not verify. */
function certificateFields({
  context: { now, config, log },
  certified,
  stored,
}: CertificateRequest): CertificateFields | undefined {
  const { job_id, ref, cold_chain } = certified;
  const chain = summarizeChain(job_id, stored);
  if (!chain) {
    log.error({ job_id }, 'stored chain was altered: not certified');
    return undefined;
  }
  const id = `${cold_chain ? 'PCC' : 'POC'}-${randomCode(10)}`;
  return {
    id,
    job_id,
    ref,
    type: cold_chain ? 'proof_of_cold_chain' : 'proof_of_custody',
    issued_at: now,
    ...chain,
    verify_url: `${config.SVC_PUBLIC_URL}/verify/${id}`,
    log: certificateLogOf(id, {
      origin: logOriginOf(config),
      publicUrl: config.SVC_PUBLIC_URL,
      apiUrl: apiUrl(config),
    }),
    cold_chain_expected: certified.cold_chain === null ? certified.cold_chain_expected : null,
    cold_chain,
    dispositions: cold_chain && dispositionsIn(stored),
  };
}

function announce({
  context: { now, emit, metrics },
  certified,
  certificate,
}: CertificateRequest & { certificate: IssuedCertificate }): void {
  const { id, job_id, ref, type, verify_url } = certificate;
  const data = { job_id, ref, certificate_id: id, type, verify_url };
  emit('certificate.issued', data, {}, { jobId: job_id });
  const delay = ageSeconds(now, new Date(certified.completed_at));
  metrics.of.histogram(certificateDelay).observe({ type }, delay);
}

/** Head of the chain when it is certified. */
const headEntry = (jobId: string, last: StoredEvent | undefined): LogEntry[] =>
  last?.log_salt ? [chainEntry(commitment(last.log_salt, jobId), toEvent(last))] : [];

type StoredKey = CertificateSigningKey & { created_at: Date };

/** The current signing key. The first is generated on demand, under a lock with a second look. */
async function signingKey(context: Parameters<typeof rotateKey>[0]): Promise<StoredKey> {
  const { db } = context;
  const known = await findSigningKey(db);
  if (known) return known;
  await lockCertificateKeys(db);
  return (await findSigningKey(db)) ?? rotateKey(context);
}
