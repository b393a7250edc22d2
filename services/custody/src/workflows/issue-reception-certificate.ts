/** A further `POC-`, over the chain that a reception has made longer. */
import type { CustodyWriteContext } from '../define.ts';
import { findCustodyCertificate } from '../domain/certificate.ts';
import { listCertificatesOfJob } from '../store/certificates.ts';
import { issueCertificate } from './issue-certificate.ts';

/**
 * The earlier certificate stays valid for its part of the chain. If there is none, the stored chain
 * was altered, and is not signed now either.
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
  await issueCertificate(context, { ...job, cold_chain: null, cold_chain_expected });
}
