/** Steps that a job allows, with what is recorded and not sent yet taken into account. */
import type { ActionType, JobStatus, RecordedAction } from './action.ts';

interface JobState {
  status: JobStatus;
  seal: string | null;
}

type Recorded = Pick<RecordedAction, 'type' | 'fields' | 'refusal'>;

const steps: Readonly<Record<JobStatus, readonly ActionType[]>> = {
  booked: [],
  assigned: ['depart', 'collect', 'pickup_failed'],
  en_route_pickup: ['collect', 'arriving', 'pickup_failed'],
  collected: ['depart', 'scan', 'deliver', 'delivery_failed', 'replace_seal'],
  in_transit: ['deliver', 'arriving', 'scan', 'delivery_failed', 'replace_seal'],
  delivered: [],
  exception: [],
  cancelled: [],
};

/** Steps in a state, the next one first. The server decides; this is what is offered. */
export const stepsFrom = (status: JobStatus): readonly ActionType[] => steps[status];

/** An incident can be reported in every state, also while the job is interrupted. */
export const isOffered = (status: JobStatus, type: ActionType): boolean =>
  type === 'incident' || stepsFrom(status).includes(type);

/** State of a job once its actions have happened; one that was refused did not happen. */
export const projected = (job: JobState, actions: readonly Recorded[]): JobState =>
  actions.filter(({ refusal }) => refusal === undefined).reduce(after, job);

function after(job: JobState, { type, fields }: Recorded): JobState {
  const seal = typeof fields.seal === 'string' ? fields.seal : job.seal;
  // A seal other than the job's interrupts it: the control desk decides.
  const isBroken = job.seal !== null && seal !== job.seal;
  switch (type) {
    case 'depart':
      return { ...job, status: job.status === 'assigned' ? 'en_route_pickup' : 'in_transit' };
    case 'collect':
      return isBroken ? { ...job, status: 'exception' } : { status: 'collected', seal };
    case 'scan':
      return isBroken ? { ...job, status: 'exception' } : job;
    case 'replace_seal':
      return { ...job, seal };
    case 'deliver':
      return { ...job, status: isBroken ? 'exception' : 'delivered' };
    case 'pickup_failed':
    case 'delivery_failed':
      return { ...job, status: 'exception' };
    case 'arriving':
    case 'incident':
      return job;
  }
}

/** Nothing is left to do for its courier, who needs none of its data any more. */
export const isOver = ({ status }: Pick<JobState, 'status'>): boolean =>
  status === 'delivered' || status === 'cancelled';
