/** The certificate of a cold chain: issued when the hand-over and the seal are both known. */
import { append } from './appending.ts';
import { certify } from './certifying.ts';
import type { Writing } from './define.ts';
import { findSeal, takeHeldExcursions } from './store/cold-chain.ts';
import { findProof } from './store/proofs.ts';

/** Whoever comes second, hand-over or seal, finds the other there: both hold the chain's lock. */
export async function certifyColdChain(context: Writing, jobId: string): Promise<void> {
  const { db, tenant } = context;
  const seal = await findSeal(db, tenant, jobId);
  if (!seal || !(await isHandedOver(context, jobId))) return;
  await appendHeld(context, jobId);
  await certify(db, context, { job_id: jobId, ...seal });
}

/** What waited for its place in the chain. */
export async function appendHeld(
  { db, tenant }: Pick<Writing, 'db' | 'tenant'>,
  jobId: string,
): Promise<void> {
  for (const fact of await takeHeldExcursions(db, tenant, jobId)) {
    await append(db, { tenant, jobId }, fact);
  }
}

/** From then on a certificate speaks of the chain: what comes later needs one of its own. */
export const isHandedOver = async (
  { db, tenant }: Pick<Writing, 'db' | 'tenant'>,
  jobId: string,
): Promise<boolean> => (await findProof(db, tenant, jobId)) !== undefined;
