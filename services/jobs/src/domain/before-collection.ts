import { Refusal } from '@svc/kit/refusal';
import type { JobRecord } from './job.ts';

/** A job may be changed or cancelled until its parcels are collected. */
export function requireBeforeCollection({ ref, status, collected_at }: JobRecord): void {
  switch (status) {
    case 'booked':
    case 'assigned':
    case 'en_route_pickup':
      return;
    case 'exception':
      if (collected_at !== null) throw inCustody(ref);
      return;
    case 'collected':
    case 'in_transit':
      throw inCustody(ref);
    case 'delivered':
      throw new Refusal('already_delivered', `Job ${ref} has been delivered.`);
    case 'cancelled':
      throw new Refusal('already_cancelled', `Job ${ref} has been cancelled.`);
    default:
      status satisfies never;
  }
}

const inCustody = (ref: string) =>
  new Refusal('in_custody', `The parcels of job ${ref} have been collected.`);
