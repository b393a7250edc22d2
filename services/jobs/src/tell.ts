/** Puts what happened to a job into the outbox. */
import type { jobs } from '@svc/contracts';
import type { Emit } from '@svc/kit/bind';
import { factsOf } from './domain/facts.ts';
import type { Outcome } from './domain/happening.ts';

/** Every event carries the job as it is after all of them. Answers their types, in order. */
export function tell(emit: Emit<typeof jobs>, { job, events, told, born }: Outcome): string[] {
  const { id, ref, tenant_id } = job;
  const when = told && { told: { at: told.at.toISOString(), position: told.position } };
  const types = events.map((event) => {
    const facts = { job: factsOf(job), custody: event.custody, ...when };
    const proof = 'proof' in event ? { proof: event.proof } : {};
    const scanned = 'barcodes' in event ? { barcodes: event.barcodes } : {};
    emit(
      event.type,
      { job_id: id, ref, ...event.data },
      { ...facts, ...proof, ...scanned },
      { jobId: id, tenant: tenant_id },
    );
    return event.type;
  });
  return born ? [...types, ...tell(emit, born)] : types;
}
