import type { CustodyFact } from '@svc/contracts';
import type { CustodyWriteContext } from '../define.ts';
import { findHead, lockChain } from '../store/chain.ts';
import { holdExcursion } from '../store/cold-chain.ts';
import { appendEvents } from './append-events.ts';
import { isHandedOver } from './issue-cold-chain-certificate.ts';

/**
 * Appends a fact of the cold chain, or holds it back: after the hand-over until the `PCC-` is issued,
 * so that a certified chain has no unsigned event; before the first event of the job until that
 * arrives.
 */
export async function appendOrHold(
  context: CustodyWriteContext,
  jobId: string,
  fact: CustodyFact,
): Promise<void> {
  const { db, tenant } = context;
  await lockChain(db, tenant, jobId);
  const isUnderWay =
    (await findHead(db, tenant, { jobId })) && !(await isHandedOver(context, jobId));
  if (isUnderWay) await appendEvents(context, jobId, [fact]);
  else await holdExcursion(db, { tenant, jobId }, fact);
}
