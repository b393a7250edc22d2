import { on } from '../define.ts';
import { receptionFact } from '../domain/reception.ts';
import { lockChain } from '../store/chain.ts';
import { holdReception } from '../store/held-receptions.ts';
import { appendEvents } from '../workflows/append-events.ts';
import { isHandedOver } from '../workflows/issue-cold-chain-certificate.ts';
import { issueReceptionCertificate } from '../workflows/issue-reception-certificate.ts';

/**
 * Appends the reception of specimens to the chain, and certifies the longer chain in the same
 * transaction; holds it back until the hand-over is in the chain. Runs in any order: partner
 * numbers events of a job that custody does not read, and older jobs have some that it never
 * received.
 */
export const onReceptionCompleted = on(
  'partner',
  'reception.completed',
  async ({ job_id: jobId, created_at, data }, context) => {
    const { db, tenant } = context;
    await lockChain(db, tenant, jobId);
    const fact = receptionFact(data);
    if (await isHandedOver(context, jobId)) {
      await appendEvents(context, jobId, [fact]);
      await issueReceptionCertificate(context, { jobId, completed_at: created_at });
    } else {
      await holdReception(db, { tenant, jobId }, fact);
    }
  },
  { inAnyOrder: true },
);
