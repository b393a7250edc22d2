import { Refusal } from '@svc/kit/refusal';
import type { JobRecord } from './job.ts';

/** A job may be changed or cancelled until its parcels are collected. */
export function requireBeforeCollection(job: JobRecord): void {
  requireNotOver(job);
  const { ref, status, collected_at } = job;
  const isOnBoard = status === 'collected' || status === 'in_transit';
  if (isOnBoard || (status === 'exception' && collected_at !== null)) {
    throw new Refusal('in_custody', `The parcels of job ${ref} have been collected.`);
  }
}

export function requireNotOver({ ref, status }: Pick<JobRecord, 'ref' | 'status'>): void {
  if (status === 'delivered') {
    throw new Refusal('already_delivered', `Job ${ref} has been delivered.`);
  }
  if (status === 'cancelled') {
    throw new Refusal('already_cancelled', `Job ${ref} has been cancelled.`);
  }
}
