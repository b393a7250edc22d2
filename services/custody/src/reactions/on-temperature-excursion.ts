import { on } from '../define.ts';
import { excursionFact } from '../domain/excursion.ts';
import { findHead, lockChain } from '../store/chain.ts';
import { holdExcursion } from '../store/cold-chain.ts';
import { appendEvents } from '../workflows/append-events.ts';
import { isHandedOver } from '../workflows/issue-cold-chain-certificate.ts';

/**
 * Appends an excursion to the chain, or holds it back: after the hand-over until the `PCC-` is
 * issued, so that a certified chain has no unsigned event; before the first event of the job until
 * that arrives.
 */
export const onTemperatureExcursion = on(
  'tracking',
  'temperature.excursion',
  async ({ job_id: jobId, data, internals }, context) => {
    const { db, tenant } = context;
    await lockChain(db, tenant, jobId);
    const fact = excursionFact(data, internals);
    const isUnderWay =
      (await findHead(db, tenant, { jobId })) && !(await isHandedOver(context, jobId));
    if (isUnderWay) await appendEvents(context, jobId, [fact]);
    else await holdExcursion(db, { tenant, jobId }, fact);
  },
);
