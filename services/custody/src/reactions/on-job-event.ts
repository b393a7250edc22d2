import { custodyFact, type Envelope, jobEvents, jobFacts } from '@svc/contracts';
import { z } from 'zod';
import { append } from '../appending.ts';
import { certify } from '../certifying.ts';
import { appendHeld, certifyColdChain } from '../cold-chain.ts';
import { commitment, newSalt } from '../commitment.ts';
import { apiUrl } from '../config.ts';
import { onAny, type Writing } from '../define.ts';
import { committed } from '../domain/chain.ts';
import { lockChain } from '../store/chain.ts';
import { listFilesOfJob } from '../store/proof-files.ts';
import { insertProof } from '../store/proofs.ts';

const told = z.object({ custody: custodyFact.nullish() });
const delivery = z.object({
  data: jobEvents['delivery.completed'].data,
  facts: jobEvents['delivery.completed'].facts.extend({
    job: jobFacts.pick({ ref: true }),
    custody: custodyFact,
  }),
});

/** Whatever happens to a job: what it adds to the chain is appended; a delivery is also certified. */
export const onJobEvent = onAny('jobs', async (event, context) => {
  const { db, tenant } = context;
  if (event.type === 'delivery.completed') {
    await onDelivery(event, context);
    return;
  }
  const { custody } = told.parse(event.facts);
  if (!custody) return;
  const isFirst = await append(db, { tenant, jobId: event.job_id }, custody);
  if (isFirst) await appendHeld(context, event.job_id);
});

async function onDelivery(event: Envelope, context: Writing): Promise<void> {
  const { db, tenant, emit, config } = context;
  const at = { tenant, jobId: event.job_id };
  const { data, facts } = delivery.parse(event);
  await lockChain(db, tenant, event.job_id);
  const salt = newSalt();
  const files = await listFilesOfJob(db, event.job_id);
  const recipient_commitment = commitment(salt, facts.proof.recipient);
  await append(db, at, committed(facts.custody, { ...facts.proof, recipient_commitment, files }));
  const job = { job_id: event.job_id, ref: facts.job.ref };
  const delivered_at = new Date(data.delivered_at);
  await insertProof(db, tenant, { ...job, ...facts.proof, salt, delivered_at });
  const pod_url = `${apiUrl(config)}/jobs/${job.job_id}/pod`;
  emit('pod.available', { ...job, pod_url }, {}, { jobId: event.job_id });
  await certify(db, context, { ...job, cold_chain: null });
  await certifyColdChain(context, event.job_id);
}
