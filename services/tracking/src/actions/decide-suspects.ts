import { Refusal } from '@svc/kit/refusal';
import { command } from '../define.ts';
import { insertDecision } from '../store/trace-snapshots.ts';
import { findTrackedJob } from '../store/tracked-jobs.ts';
import { coldChainOf } from '../workflows/cold-chain/certified-figures.ts';
import { findCertifiedTrace } from '../workflows/cold-chain/find-trace.ts';
import { rangeAndRulesOf } from '../workflows/cold-chain/rules.ts';

const isColdChain = ({ type }: { type: string }): boolean => type === 'proof_of_cold_chain';

/** The first certificate stays as it was signed; custody issues a further one with these figures. */
export const decideSuspects = command('decideSuspects', {
  gather: async ({ id }, { clients }) => {
    const job = await clients.jobs.locateForDesk({ id });
    const of = { tenant_id: job.tenant_id, job_id: job.id };
    const { certificates } = await clients.custody.issuedCertificates(of);
    return { job, isCertified: certificates.some(isColdChain) };
  },
  gathersFirst: true,
  handle: async ({ decision }, { db, config, gathered, emit, recordChange }) => {
    const { id: job_id, ref, tenant_id } = gathered.job;
    const sealed = await findCertifiedTrace(job_id, db);
    const tracked = await findTrackedJob(db, tenant_id, job_id);
    const kept = tracked && rangeAndRulesOf(tracked, config);
    if (!gathered.isCertified || !sealed || !kept?.range) {
      throw new Refusal('certificate_pending', 'The cold chain of this job is not certified yet.');
    }
    if (!sealed.cold_chain.suspects?.length) {
      throw new Refusal('no_suspect_readings', 'No certified reading is exactly 85 or -127 °C.');
    }
    const cold_chain = coldChainOf(sealed.readings, {
      window: { from: sealed.trace_from, to: sealed.trace_to },
      ...{ ...kept, range: kept.range },
      ...{ watch: sealed.watch, files: sealed.cold_chain.files },
      decision,
    });
    if (!(await insertDecision(db, tenant_id, { job_id, decision, cold_chain }))) {
      throw new Refusal('suspects_decided', 'The suspect readings of this job are decided.');
    }
    const { result } = cold_chain;
    const key = { tenant: tenant_id, jobId: job_id };
    emit('cold_chain.decided', { job_id, ref }, { cold_chain }, key);
    recordChange({ object: job_id, tenant: tenant_id, after: { decision, result } });
    return { object: 'suspect_decision' as const, job_id, ref, decision, result };
  },
});
