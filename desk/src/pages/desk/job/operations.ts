/** Which forms the page of a job shows. The service decides anew when one is sent. Pure. */
import {
  type HandOffName,
  handOffs,
  handOffsFrom,
  type Requirements,
  type Status,
} from '@svc/contracts';
import { isAssignable } from '../rows/assignable-jobs.ts';
import type { DeskJob } from '../rows/urgency.ts';

export type JobOperation = HandOffName | 'assign' | 'transfer' | 'legs' | 'change' | 'cancel';

export const isHandOff = (operation: JobOperation): operation is HandOffName =>
  Object.hasOwn(handOffs, operation);

/** Beside its hand-offs. */
const ofDesk: Readonly<Partial<Record<Status, readonly JobOperation[]>>> = {
  booked: ['legs', 'change', 'cancel'],
  assigned: ['legs', 'change', 'cancel'],
  en_route_pickup: ['legs', 'change', 'cancel'],
  // One that was interrupted may still be uncollected: the service decides.
  exception: ['assign', 'transfer', 'legs', 'change', 'cancel'],
  collected: ['transfer', 'legs'],
  in_transit: ['transfer', 'legs'],
};

type Operated = Pick<DeskJob, 'status' | 'return_job_id'> & {
  requirements?: Pick<Requirements, 'undeliverable'>;
};

/**
 * Parcels that are brought back belong to the return job. Where it was agreed that the desk is
 * asked, it also sends them back.
 */
export const operationsOf = ({
  status,
  return_job_id,
  requirements,
}: Operated): readonly JobOperation[] => {
  if (return_job_id !== null) return [];
  const isDecided = status === 'exception' && requirements?.undeliverable === 'ask_desk';
  const possible = [
    ...handOffsFrom(status),
    ...(isAssignable({ status }) ? (['assign'] as const) : []),
    ...(ofDesk[status] ?? []),
  ];
  return isDecided ? [...possible, 'delivery_failed'] : possible;
};
