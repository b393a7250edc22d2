/** Cold-chain certificate (`PCC-`): issued as soon as hand-over and sealed trace are both known. */

import type { Envelope } from '@svc/contracts';
import type { CustodyWriteContext } from '../define.ts';
import { findSeal, popHeldExcursions } from '../store/cold-chain.ts';
import { findProof } from '../store/proofs.ts';
import { appendEvents } from './append-events.ts';
import { issueCertificate } from './issue-certificate.ts';

/**
 * Called for either event, under the chain's lock: the second of the two finds the first and
 * issues.
 */
export async function issueColdChainCertificate(
  context: CustodyWriteContext,
  { job_id: jobId, created_at }: Pick<Envelope, 'job_id' | 'created_at'>,
): Promise<void> {
  const { db, tenant } = context;
  const seal = await findSeal(db, tenant, jobId);
  if (!seal || !(await isHandedOver(context, jobId))) return;
  const held = await popHeldExcursions(db, [{ tenant_id: tenant, job_id: jobId }]);
  await appendEvents(
    context,
    jobId,
    held.map(({ fact }) => fact),
  );
  await issueCertificate(context, {
    job_id: jobId,
    completed_at: created_at,
    ...seal,
  });
}

/**
 * After the hand-over the chain is certified: an excursion that follows needs a certificate of its
 * own.
 */
export const isHandedOver = async (
  { db, tenant }: Pick<CustodyWriteContext, 'db' | 'tenant'>,
  jobId: string,
): Promise<boolean> => (await findProof(db, tenant, jobId)) !== undefined;
