import { disposition } from '@svc/contracts';
import { on } from '../define.ts';
import { findColdChainCertificate } from '../domain/certificate.ts';
import { listCertificatesOfJob } from '../store/certificates.ts';
import { lockChain } from '../store/chain.ts';
import { appendEvents } from '../workflows/append-events.ts';
import { appendOrHold } from '../workflows/append-or-hold.ts';
import { issueCertificate } from '../workflows/issue-certificate.ts';

/**
 * A decision on contents that were out of range is an event of the chain. The first certificate stays
 * as it was signed; a further one states the decision.
 */
export const onDispositionRecorded = on(
  'webhooks',
  'disposition.recorded',
  async ({ job_id: jobId, created_at, data, internals: { custody: fact } }, context) => {
    const { db, tenant, emit } = context;
    await lockChain(db, tenant, jobId);
    const known = findColdChainCertificate(await listCertificatesOfJob(db, tenant, jobId));
    if (known?.cold_chain) {
      await appendEvents(context, jobId, [fact]);
      const { ref, cold_chain } = known;
      await issueCertificate(context, { job_id: jobId, ref, completed_at: created_at, cold_chain });
    } else {
      await appendOrHold(context, jobId, fact);
    }
    const decided = {
      disposition: disposition.parse(fact.details?.disposition),
      decided_at: fact.at,
    };
    emit('excursion.decided', { job_id: jobId, ref: data.ref, ...decided }, {}, { jobId });
  },
);
