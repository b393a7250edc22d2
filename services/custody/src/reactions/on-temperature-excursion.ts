import { append } from '../appending.ts';
import { isHandedOver } from '../cold-chain.ts';
import { on } from '../define.ts';
import { excursionFact } from '../domain/excursion.ts';
import { findHead, lockChain } from '../store/chain.ts';
import { holdExcursion } from '../store/cold-chain.ts';

/**
 * An excursion enters the chain. One that was decided after the hand-over waits for the certificate
 * of the cold chain, so that no event of a certified chain ever stands there unsigned; one that is
 * here before anything else of its job waits for the job.
 */
export const onTemperatureExcursion = on(
  'tracking',
  'temperature.excursion',
  async ({ job_id: jobId, data, facts }, context) => {
    const { db, tenant } = context;
    await lockChain(db, tenant, jobId);
    const fact = excursionFact(data, facts);
    const isUnderWay = (await findHead(db, tenant, jobId)) && !(await isHandedOver(context, jobId));
    if (isUnderWay) await append(db, { tenant, jobId }, fact);
    else await holdExcursion(db, { tenant, jobId }, fact);
  },
);
