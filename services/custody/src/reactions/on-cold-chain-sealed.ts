import { certifyColdChain } from '../cold-chain.ts';
import { on } from '../define.ts';
import { lockChain } from '../store/chain.ts';
import { insertSeal } from '../store/cold-chain.ts';

/** The trace of a delivered job is decided: it is certified as soon as the hand-over is in the chain. */
export const onColdChainSealed = on('tracking', 'cold_chain.sealed', async (event, context) => {
  const { db, tenant } = context;
  const { job_id: jobId, data, facts } = event;
  await lockChain(db, tenant, jobId);
  await insertSeal(db, { tenant, jobId }, { ref: data.ref, cold_chain: facts.cold_chain });
  await certifyColdChain(context, jobId);
});
