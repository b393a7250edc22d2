import type { JobsWriteContext } from '../define.ts';
import type { TransitionResult } from '../domain/job-command.ts';
import { toJobSnapshot } from '../domain/job-snapshot.ts';

/**
 * Puts the events of a transition into the outbox and returns their types in order. Each carries
 * the job as it is after the transition.
 */
export function emitJobEvents(
  emit: JobsWriteContext['emit'],
  { job, events, occurred, spawned }: TransitionResult,
): string[] {
  const { id, ref, tenant_id } = job;
  const milestone = occurred && {
    occurred: { at: occurred.at.toISOString(), position: occurred.position },
  };
  const types = events.map((event) => {
    const internals = { job: toJobSnapshot(job), custody: event.custody, ...milestone };
    const proof = 'proof' in event ? { proof: event.proof } : {};
    const scanned = 'barcodes' in event ? { barcodes: event.barcodes } : {};
    emit(
      event.type,
      { job_id: id, ref, ...event.data },
      { ...internals, ...proof, ...scanned },
      { jobId: id, tenant: tenant_id },
    );
    return event.type;
  });
  return spawned ? [...types, ...emitJobEvents(emit, spawned)] : types;
}
