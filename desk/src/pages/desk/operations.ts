/** Which forms the page of a job shows. The service decides anew when one is sent. Pure. */
import type { Status } from '@svc/contracts';
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
  | 'resume';

const byStatus: Readonly<Record<Status, readonly JobOperation[]>> = {
  booked: ['assign'],
  assigned: ['depart', 'collect', 'fail-pickup', 'assign'],
  en_route_pickup: ['arrive', 'collect', 'fail-pickup'],
  collected: ['depart', 'scan', 'deliver', 'fail-delivery'],
  in_transit: ['arrive', 'scan', 'deliver', 'fail-delivery'],
  exception: ['resume'],
  delivered: [],
  cancelled: [],
};

/** Parcels that are brought back belong to the return job. */
export const operationsOf = ({
  status,
  return_job_id,
}: Pick<DeskJob, 'status' | 'return_job_id'>): readonly JobOperation[] =>
  return_job_id === null ? byStatus[status] : [];
