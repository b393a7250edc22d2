import { on } from '../define.ts';
import { lockChain } from '../store/chain.ts';
import { insertSeal } from '../store/cold-chain.ts';
import { issueColdChainCertificate } from '../workflows/issue-cold-chain-certificate.ts';

/** Stores the sealed trace of a job; the `PCC-` is issued once the hand-over is in the chain. */
export const onColdChainSealed = on('tracking', 'cold_chain.sealed', async (event, context) => {
  const { db, tenant } = context;
  const { job_id: jobId, data, internals } = event;
  await lockChain(db, tenant, jobId);
  await insertSeal(db, { tenant, jobId }, { ref: data.ref, cold_chain: internals.cold_chain });
  await issueColdChainCertificate(context, event);
});
