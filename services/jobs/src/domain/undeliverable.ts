/** Outcome agreed at the booking for parcels that cannot be handed over. */
import { statusChange } from './changes.ts';
import { custodyFactOf } from './custody-fact.ts';
import type { IncidentRecord } from './incident.ts';
import { type JobRecord, milestone } from './job.ts';
import type { JobCommand, MilestoneContext, TransitionResult } from './job-command.ts';

/** The courier's word alone does not send the parcels back where the desk is to be asked. */
export const asksDesk = (
  { requirements: { undeliverable } }: Pick<JobRecord, 'requirements'>,
  courierId: string | undefined,
): boolean => undeliverable === 'ask_desk' && courierId !== undefined;

/** Waits for the desk's word: it resumes the job, or sends the parcels back by `delivery_failed`. */
export const isUndecided = ({
  status,
  interrupted_status,
  requirements: { undeliverable },
  return_job_id,
}: JobRecord): boolean =>
  status === 'exception' &&
  undeliverable === 'ask_desk' &&
  return_job_id === null &&
  (interrupted_status === 'collected' || interrupted_status === 'in_transit');

/** Interrupts the job, without a return. */
export const suspendDelivery = (job: JobRecord, context: MilestoneContext): TransitionResult => ({
  job: { ...job, status: 'exception', interrupted_status: job.status },
  milestones: [
    milestone(context.at, 'delivery_failed', { note: 'Handover failed; the carrier decides' }),
  ],
  events: [
    {
      type: 'job.updated',
      data: { changed: [statusChange(job.status, 'exception')] },
      custody: custodyFactOf('delivery_failed', context, { details: { undecided: true } }),
    },
  ],
});

type Incident = Pick<IncidentRecord, 'category' | 'severity' | 'description'>;

/**
 * The incident that reports the cause to the desk and raises its alarm; undefined if the desk is
 * not asked.
 */
export function undeliverableIncident(
  command: JobCommand,
  before: JobRecord,
  courierId: string | undefined,
): Incident | undefined {
  if (command.type !== 'delivery_failed' || !asksDesk(before, courierId)) return undefined;
  const description = `Could not be handed over; the desk decides. ${command.reason}`;
  return { category: 'other', severity: 'high', description };
}
