/** A further `POC-`, over the chain that a reception has made longer. */
import type { CustodyWriteContext } from '../define.ts';
import { findCustodyCertificate } from '../domain/certificate.ts';
import { listCertificatesOfJob } from '../store/certificates.ts';
import { popHeldReceptions } from '../store/held-receptions.ts';
import { appendEvent } from './append-event.ts';
import { issueCertificate } from './issue-certificate.ts';

/**
 * The certificate of before stays valid for its part of the chain. Without one the chain was
 * altered where it lies, and is not signed now either.
 */
export async function issueReceptionCertificate(
  context: CustodyWriteContext,
  { jobId, completed_at }: { jobId: string; completed_at: string },
): Promise<void> {
  const { db, tenant } = context;
  const known = findCustodyCertificate(await listCertificatesOfJob(db, tenant, jobId));
  if (!known) return;
  const { ref, cold_chain_expected } = known;
  const job = { job_id: jobId, ref, completed_at };
  await issueCertificate(db, context, { ...job, cold_chain: null, cold_chain_expected });
}

/** Appends receptions that were held back; the certificate of the hand-over covers them. */
export async function appendHeldReceptions(
  context: Pick<CustodyWriteContext, 'db' | 'tenant' | 'emit'>,
  jobId: string,
): Promise<void> {
  for (const fact of await popHeldReceptions(context.db, context.tenant, jobId)) {
    await appendEvent(context, jobId, fact);
  }
}
