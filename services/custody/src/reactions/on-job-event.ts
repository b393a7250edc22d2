import { custodyFact, jobEvents, jobFacts } from '@svc/contracts';
import { z } from 'zod';
import { append } from '../appending.ts';
import { certify } from '../certifying.ts';
import { commitment, newSalt } from '../commitment.ts';
import { apiUrl } from '../config.ts';
import { onAny } from '../define.ts';
import { committed } from '../domain/chain.ts';
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
  const at = { tenant, jobId: event.job_id };
  if (event.type !== 'delivery.completed') {
    const { custody } = told.parse(event.facts);
    if (custody) await append(db, at, custody);
    return;
  }
  const { data, facts } = delivery.parse(event);
  const salt = newSalt();
  const files = await listFilesOfJob(db, event.job_id);
  const recipient_commitment = commitment(salt, facts.proof.recipient);
  await append(db, at, committed(facts.custody, { ...facts.proof, recipient_commitment, files }));
  const job = { job_id: event.job_id, ref: facts.job.ref };
  const delivered_at = new Date(data.delivered_at);
  await insertProof(db, tenant, { ...job, ...facts.proof, salt, delivered_at });
  const { emit, config, log } = context;
  const options = { jobId: event.job_id };
  emit(
    'pod.available',
    { ...job, pod_url: `${apiUrl(config)}/jobs/${job.job_id}/pod` },
    {},
    options,
  );
  const certificate = await certify(db, context, job);
  if (!certificate) {
    log.error({ job_id: job.job_id }, 'chain was altered where it lies: not certified');
    return;
  }
  const { id: certificate_id, type, verify_url } = certificate;
  emit('certificate.issued', { ...job, certificate_id, type, verify_url }, {}, options);
});
