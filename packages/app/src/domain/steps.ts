/** Steps that a job allows, with what is recorded and not sent yet taken into account. */
import { type HandOffName, handOffs, handOffsFrom } from '@svc/contracts/jobs/hand-offs';
import {
  type ActionType,
  type CourierReport,
  isReport,
  isTransfer,
  type JobStatus,
  type RecordedAction,
} from './action.ts';

interface JobState {
  status: JobStatus;
  seal: string | null;
}

type Recorded = Pick<RecordedAction, 'type' | 'fields' | 'refusal'>;
export type OfferedStep = Exclude<HandOffName, 'resume'>;

/** Steps in a state, the next one first. The server decides; this is what is offered. */
export const stepsFrom = (status: JobStatus): readonly OfferedStep[] =>
  handOffsFrom(status).filter((name) => name !== 'resume');

/** What the screen of a job has buttons for. */
export type OfferedAction = OfferedStep | Exclude<CourierReport, 'message'>;

/** The next one first, then a box; that is the last where no temperature is to be kept. */
export function offeredFor(job: JobState & { temperature_class: string | null }): OfferedAction[] {
  const box = isOver(job) ? [] : (['box'] as const);
  const types: readonly OfferedAction[] = [...stepsFrom(job.status), 'incident'];
  if (job.temperature_class === null) return [...types, ...box];
  return types.toSpliced(Math.min(1, types.length - 1), 0, ...box);
}

/** Reports can be sent in every state, also while the job is interrupted. */
export const isOffered = (status: JobStatus, type: ActionType): boolean =>
  isReport(type) || isTransfer(type) || stepsFrom(status).includes(type);

/** State of a job once its actions have happened; one that was refused did not happen. */
export const projected = (job: JobState, actions: readonly Recorded[]): JobState =>
  actions.filter(({ refusal }) => refusal === undefined).reduce(after, job);

function after(job: JobState, { type, fields }: Recorded): JobState {
  // The giver has the parcels until the other's half is told.
  if (isReport(type) || isTransfer(type)) return job;
  const leads: Readonly<Partial<Record<JobStatus, JobStatus>>> = handOffs[type].leads;
  const status = leads[job.status] ?? job.status;
  const seal = typeof fields.seal === 'string' ? fields.seal : job.seal;
  // A seal other than the job's interrupts it: the control desk decides.
  const isBroken = job.seal !== null && seal !== job.seal && type !== 'replace_seal';
  return isBroken ? { ...job, status: 'exception' } : { status, seal };
}

/** Over for its courier, who needs none of its data any more. */
export const isOver = ({ status }: Pick<JobState, 'status'>): boolean =>
  status === 'delivered' || status === 'cancelled';
