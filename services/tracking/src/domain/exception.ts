/** Why a job is interrupted and what happens next, from its timeline; free text stays with the sender. */
import { exceptionReasons, type JobException, type Status } from '@svc/contracts';

interface Interrupted {
  status: Status;
  /** False while the desk still decides; undefined in answers of older versions. */
  is_returning?: boolean | undefined;
  events: readonly { at: string; type: string }[];
}

type Reason = JobException['reason'];
type NextStep = Pick<JobException, 'next_step' | 'next_step_detail'>;

const reasonDetails: Record<Reason, string> = {
  pickup_failed: 'The parcels could not be collected.',
  delivery_failed: 'The parcels could not be handed over.',
  seal_broken: 'The seal is not the one that was expected.',
};

/** When the parcels came back to the sender, if they did. */
export const returnedAt = ({ events }: Interrupted): string | null =>
  events.findLast(({ type }) => type === 'returned')?.at ?? null;

export function exceptionOf(job: Interrupted): JobException | null {
  if (job.status !== 'exception') return null;
  const cause = job.events.findLast(({ type }) => isReason(type));
  if (!cause || !isReason(cause.type)) return null;
  const { at, type: reason } = cause;
  return { reason, reason_detail: reasonDetails[reason], at, ...nextStepOf(reason, job) };
}

const isReason = (type: string): type is Reason => exceptionReasons.some((each) => each === type);

function nextStepOf(reason: Reason, job: Interrupted): NextStep {
  if (returnedAt(job)) {
    return { next_step: 'none', next_step_detail: 'The parcels are back with the sender.' };
  }
  switch (reason) {
    case 'pickup_failed':
      return {
        next_step: 'new_collection',
        next_step_detail: 'The carrier arranges a new collection with the sender.',
      };
    case 'delivery_failed':
      if (job.is_returning === false) {
        return {
          next_step: 'none',
          next_step_detail: 'The carrier decides with the sender what happens next.',
        };
      }
      return {
        next_step: 'return_to_sender',
        next_step_detail: 'The courier is bringing them back to the sender.',
      };
    case 'seal_broken':
      return { next_step: 'seal_check', next_step_detail: sealCheck(job) };
  }
}

const sealCheck = ({ events }: Interrupted): string =>
  events.some(({ type }) => type === 'collected')
    ? 'The carrier holds the parcels and checks them before they go on.'
    : 'The parcels stay with the sender until the carrier has checked the seal.';
