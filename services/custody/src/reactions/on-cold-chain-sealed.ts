import { on } from '../define.ts';
import { lockChain } from '../store/chain.ts';
import { insertSeal } from '../store/cold-chain.ts';
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

/** Tracking takes a decision only on a trace that is certified: this certificate is a further one. */
export const onColdChainDecided = on('tracking', 'cold_chain.decided', async (event, context) => {
  const { job_id, created_at, data, internals } = event;
  await lockChain(context.db, context.tenant, job_id);
  const { cold_chain } = internals;
  await issueCertificate(context, { job_id, ref: data.ref, completed_at: created_at, cold_chain });
});
