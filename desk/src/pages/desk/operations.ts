/** Which forms the page of a job shows. The service decides anew when one is sent. Pure. */
import type { Requirements, Status } from '@svc/contracts';
import type { DeskJob } from './urgency.ts';

export type JobOperation =
  | 'assign'
  | 'depart'
  | 'arrive'
  | 'collect'
  | 'fail-pickup'
  | 'scan'
  | 'deliver'
  | 'fail-delivery'
  | 'resume'
  | 'change'
  | 'cancel';

const byStatus: Readonly<Record<Status, readonly JobOperation[]>> = {
  booked: ['assign', 'change', 'cancel'],
  assigned: ['depart', 'collect', 'fail-pickup', 'assign', 'change', 'cancel'],
  en_route_pickup: ['arrive', 'collect', 'fail-pickup', 'change', 'cancel'],
  collected: ['depart', 'scan', 'deliver', 'fail-delivery'],
  in_transit: ['arrive', 'scan', 'deliver', 'fail-delivery'],
  // One that was interrupted may still be uncollected: the service decides.
  exception: ['resume', 'change', 'cancel'],
  delivered: [],
  cancelled: [],
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
  return isDecided ? [...byStatus[status], 'fail-delivery'] : byStatus[status];
};
