import { custodyFact, type Envelope, jobSnapshot, jobsEvents } from '@svc/contracts';
import { z } from 'zod';
import { commitment, newSalt } from '../adapters/chain-hash.ts';
import { apiUrl } from '../config.ts';
import { type CustodyWriteContext, onAny } from '../define.ts';
import { commitHandover } from '../domain/chain.ts';
import { lockChain } from '../store/chain.ts';
import { listFilesOfJob } from '../store/proof-files.ts';
import { insertProof } from '../store/proofs.ts';
import { appendEvent } from '../workflows/append-event.ts';
import { issueCertificate } from '../workflows/issue-certificate.ts';
import {
  appendHeldExcursions,
  issueColdChainCertificate,
} from '../workflows/issue-cold-chain-certificate.ts';
import { appendHeldReceptions } from '../workflows/issue-reception-certificate.ts';

const withFact = z.object({ custody: custodyFact.nullish() });
const delivery = z.object({
  data: jobsEvents['delivery.completed'].data,
  internals: jobsEvents['delivery.completed'].internals.extend({
    job: z.object({
      ref: z.string(),
      priced: jobSnapshot.shape.priced.pick({ temperature_class: true }),
    }),
    custody: custodyFact,
  }),
});

/**
 * Appends the custody fact of any job event to the chain; a delivery also gets its certificates.
 */
export const onJobEvent = onAny('jobs', async (event, context) => {
  if (event.type === 'delivery.completed') {
    await onDelivery(event, context);
    return;
  }
  const { custody } = withFact.parse(event.internals);
  if (!custody) return;
  const isFirst = await appendEvent(context, event.job_id, custody);
  if (isFirst) await appendHeldExcursions(context, event.job_id);
});

async function onDelivery(event: Envelope, context: CustodyWriteContext): Promise<void> {
  const { db, tenant, emit, config } = context;
  const { data, internals } = delivery.parse(event);
  await lockChain(db, tenant, event.job_id);
  const salt = newSalt();
  const files = await listFilesOfJob(db, event.job_id);
  const recipient_commitment = commitment(salt, internals.proof.recipient);
  await appendEvent(
    context,
    event.job_id,
    commitHandover(internals.custody, { ...internals.proof, recipient_commitment, files }),
  );
  const job = { job_id: event.job_id, ref: internals.job.ref };
  const delivered_at = new Date(data.delivered_at);
  await insertProof(db, tenant, { ...job, ...internals.proof, salt, delivered_at });
  await appendHeldReceptions(context, event.job_id);
  const pod_url = `${apiUrl(config)}/jobs/${job.job_id}/pod`;
  emit('pod.available', { ...job, pod_url }, {}, { jobId: event.job_id });
  // Tracking emits `cold_chain.sealed` for every job with a temperature class.
  const cold_chain_expected = internals.job.priced.temperature_class !== null;
  const certified = { ...job, completed_at: event.created_at };
  await issueCertificate(db, context, { ...certified, cold_chain: null, cold_chain_expected });
  await issueColdChainCertificate(context, event);
}
