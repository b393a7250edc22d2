import { on } from '../define.ts';
import { lockChain } from '../store/chain.ts';
import { insertSeal, popHeldExcursions } from '../store/cold-chain.ts';
import { appendEvents } from '../workflows/append-events.ts';
import { issueCertificate } from '../workflows/issue-certificate.ts';
import { issueColdChainCertificate } from '../workflows/issue-cold-chain-certificate.ts';

/** Stores the sealed trace of a job; the `PCC-` is issued once the hand-over is in the chain. */
export const onColdChainSealed = on('tracking', 'cold_chain.sealed', async (event, context) => {
  const { db, tenant } = context;
  const { job_id: jobId, data, internals } = event;
  await lockChain(db, tenant, jobId);
  await insertSeal(db, { tenant, jobId }, { ref: data.ref, cold_chain: internals.cold_chain });
  await issueColdChainCertificate(context, event);
});

/**
 * What a person added to a certified trace: a decision on suspect readings, or the file of a logger.
 * The first certificate stays; a further one covers the excursions that were found since, too.
 */
export const onColdChainDecided = on('tracking', 'cold_chain.decided', async (event, context) => {
  const { db, tenant } = context;
  const { job_id: jobId, created_at, data, internals } = event;
  await lockChain(db, tenant, jobId);
  const held = await popHeldExcursions(db, [{ tenant_id: tenant, job_id: jobId }]);
  await appendEvents(
    context,
    jobId,
    held.map(({ fact }) => fact),
  );
  const { cold_chain } = internals;
  const certified = { job_id: jobId, ref: data.ref, completed_at: created_at, cold_chain };
  await issueCertificate(context, certified);
});
